/* 递给对方核对: the tablet in the other side's hands. Who holds it, the rows, a PIN or a signature, and back again.
 *
 * The PIN is held in a variable until it is sent once, and nowhere else. What is drawn goes to the server as a picture, then the
 * confirmation names it. Nothing here decides whether a confirmation holds: the server does. */
'use strict';

(function () {
  const V = Mingpai.view;
  const hand = {};
  Mingpai.handover = hand;
  const DIGITS = 6;
  let page = null; /* as it was drawn last */
  let step = '';
  let taken = null; /* who holds it: {side, name, pid} */
  let way = 'pin';
  let pin = '';
  let why = '';
  let sending = false;
  let asked = { about: '', key: '' }; /* the same confirmation again goes out under the same key */

  const dialog = () => V.byId('sheet-handover');
  const open = () => dialog().hasAttribute('open');
  const rules = () => page.state.hand_over || { how: 'off', pins: [] };
  const inks = () => rules().how === 'pin_or_signature';
  const has = (side) => rules().pins.indexOf(side) >= 0;
  const names = (side) => page.state.match[side].players.join(' ');
  const mine = () => page.state.device.side;
  /* The sides that still have to sign, other than the one that holds the score here. */
  const wanted = () => page.unsigned.filter((side) => side !== mine());
  const rowsNow = () => Mingpai.rows.order(page.hands).filter((slot) => !page.byHand || page.hands[slot].status === 'stored');

  /* Whether there is something that the other side could sign for on this tablet. */
  function offered() {
    if (!page.state.match || page.state.device.kind === 'official' || rules().how === 'off' || page.checking) return false;
    if (['playing', 'full'].indexOf(page.phase) < 0 || ['', 'closed'].indexOf(page.stopped) < 0 || !wanted().length) return false;
    return (page.byHand ? rowsNow().length > 0 : page.phase === 'full') && (page.scorer || page.signed);
  }

  const blocked = () => (page.unsentHere ? V.word('hand_unsent') : !page.byHand && page.reviewed.length ? V.word('hand_review') : '');

  /* On phones and in 字大 the signature is a step of its own; beside the rows else. */
  const apart = () => V.stepwise() || !V.beside();
  const signing = () => step === 'sign' || (step === 'check' && !apart());

  function wipe() {
    pin = '';
    Mingpai.ink.clear();
  }

  function to(next) {
    step = next;
    why = '';
    draw();
    V.all('.hand-body')[0].scrollTop = 0;
  }

  function draw() {
    if (!open()) return;
    const side = step === 'back' ? mine() : taken ? taken.side : '';
    V.attribute(dialog(), 'data-step', step);
    V.attribute(dialog(), 'data-side', side || null);
    const shape = V.byId('hand-shape');
    V.show(shape, side === 'NS' || side === 'EW');
    V.shape(shape, side);
    V.text(V.byId('hand-other'), taken && step !== 'back' ? V.word('hand_kept_by', { names: names(mine()) }) : '');
    V.text(V.byId('hand-title'), title());
    if (step === 'who') people();
    rows();
    sign();
    done();
    foot();
    V.text(V.byId('hand-why'), why);
  }

  function title() {
    if (step === 'who') return V.word('hand_who');
    if (step === 'back') return names(mine());
    if (step === 'sign') return V.word(way === 'pin' ? 'hand_pin' : 'hand_sign', { name: taken.name });
    return V.word('hand_check', { name: taken.name, n: rowsNow().length });
  }

  function people() {
    V.list(V.byId('hand-names'), 'hand-name', wanted(), (section, side) => {
      V.shape(section.querySelector('.sh'), side);
      V.text(section.querySelector('h3 span'), V.word('side_' + side) + '　' + page.state.match[side].team);
      const keys = section.querySelector('.keys');
      page.state.match[side].players.forEach((name, place) => {
        const key = keys.children[place] || keys.appendChild(document.createElement('button'));
        key.type = 'button';
        key.className = 'k' + (side === 'NS' ? ' ns' : side === 'EW' ? ' ew' : '');
        key.dataset.do = 'handtake:' + side + ':' + place;
        V.text(key, name);
      });
    });
  }

  function rows() {
    const game = Mingpai.game;
    V.list(V.byId('hand-list'), 'hand-row', rowsNow(), (row, slot) => {
      const one = page.hands[slot];
      V.shape(row.querySelector('.sh'), game.side(one));
      if (game.mark) game.mark(row.querySelector('.sh'), one);
      V.text(row.querySelector('.no'), game.label(slot));
      V.text(row.querySelector('.what span'), game.what(one));
      V.text(row.querySelector('.pt'), game.tail(one));
    });
    V.text(V.byId('hand-sum'), page.byHand ? '' : V.word('hand_total', { total: game.total(page.state) }));
  }

  function sign() {
    V.show(V.byId('hand-pin'), way === 'pin');
    V.show(V.byId('hand-ink'), way === 'ink');
    V.show(V.byId('hand-again'), way === 'ink');
    const other = taken && way === 'ink' && has(taken.side) ? 'pin' : way === 'pin' && inks() ? 'ink' : '';
    V.show(V.byId('hand-other-way'), Boolean(other));
    V.text(V.byId('hand-other-way'), other ? V.word('hand_use_' + other) : '');
    V.show(V.byId('hand-ways'), way === 'ink' || Boolean(other));
    V.text(V.byId('hand-dots'), '●'.repeat(pin.length) + '○'.repeat(DIGITS - pin.length));
    V.attribute(V.byId('hand-dots'), 'aria-label', V.word('hand_digits', { n: pin.length }));
    if (way === 'ink' && signing()) Mingpai.ink.fit();
  }

  function done() {
    V.text(V.byId('hand-done-text'), step === 'back' ? V.word(wanted().length && !page.byHand ? 'hand_more' : 'hand_done', { names: names(mine()) }) : '');
  }

  const missing = () => (!signing() ? '' : way === 'pin' ? (pin.length === DIGITS ? '' : V.word('hand_need_pin')) : Mingpai.ink.drawn() ? '' : V.word('hand_need_ink'));

  function foot() {
    const no = V.byId('hand-no');
    const yes = V.byId('hand-yes');
    const more = step === 'back' && wanted().length > 0 && !page.byHand;
    V.show(no, step !== 'back' || more);
    V.show(yes, step !== 'who');
    V.text(no, V.word(step === 'who' ? 'hand_not_now' : step === 'sign' ? 'hand_return' : step === 'back' ? 'hand_pass_on' : 'hand_no'));
    V.text(yes, V.word(sending ? 'hand_sending' : step === 'back' ? 'hand_take_back' : 'hand_yes'));
    V.attribute(yes, 'aria-disabled', sending || missing() ? 'true' : null);
  }

  async function send() {
    const covers = rowsNow().map((slot) => page.hands[slot].hash);
    const url = page.state.api;
    const token = V.store.get('mingpai.token.' + page.state.device.pid) || '';
    const sent = { covers: covers, side: taken.side, player: taken.pid };
    sending = true;
    draw();
    if (way === 'pin') {
      sent.pin = pin;
      pin = '';
    } else {
      const kept = await Mingpai.pictures.keep({ url: url, token: token }, await Mingpai.ink.picture(), 'signature', taken.side);
      if (!kept.sha256) return failed(kept.reason || V.word('hand_failed'));
      sent.signature = kept.sha256;
    }
    const about = covers.join() + taken.side + (sent.signature || '');
    if (asked.about !== about) asked = { about: about, key: Mingpai.uuid() };
    const answer = await Mingpai.online.post({ url: url + 'handed-over/', token: token }, sent, asked.key);
    if (answer.status < 200 || answer.status >= 500) return failed(V.word('hand_failed'));
    asked = { about: '', key: '' };
    if (answer.status >= 300) return failed(Mingpai.foot.messageOf(answer.body || {}));
    sending = false;
    wipe();
    step = 'back'; /* before the page learns that nothing is left to sign, which would close the sheet */
    await hand.changed();
    to('back');
  }

  function failed(reason) {
    sending = false;
    why = reason;
    draw();
  }

  hand.changed = () => {}; /* the page asks the server what holds now */
  hand.wrong = () => {}; /* the page asks which row is wrong */

  hand.acts = {
    handover() { taken = null; wipe(); V.open('handover'); to('who'); },
    handtake(side, place) {
      const match = page.state.match[side];
      taken = { side: side, name: match.players[place], pid: match.pids[place] };
      way = has(side) ? 'pin' : 'ink';
      wipe();
      to('check');
      if (!has(side) && !inks()) { why = V.word('hand_no_way'); draw(); }
    },
    handdigit(digit) { if (pin.length < DIGITS) pin += digit; why = ''; draw(); },
    handback() { pin = pin.slice(0, -1); draw(); },
    handwipe() { pin = ''; draw(); },
    handway() { way = way === 'pin' ? 'ink' : 'pin'; wipe(); why = ''; draw(); },
    handagain() { Mingpai.ink.clear(); draw(); },
    handno() {
      if (step === 'who') V.close();
      else if (step === 'sign') { wipe(); to('check'); }
      else if (step === 'back') { taken = null; to('who'); }
      else { wipe(); V.close(); hand.wrong(); }
    },
    handyes() {
      if (sending) return;
      if (step === 'back') V.close();
      else if (step === 'check' && apart()) to('sign');
      else if (missing()) { why = missing(); draw(); }
      else { why = ''; send(); }
    },
  };

  hand.render = function (fresh) {
    page = fresh;
    const key = V.byId('handover');
    V.show(key, offered());
    V.grey(key, offered() ? blocked() : '');
    V.show(V.byId('pass'), offered() || Mingpai.pictures.offered(page));
    if (open() && step !== 'back' && !sending && !offered()) V.close();
    draw();
  };

  document.addEventListener('mingpai:inked', draw);
  addEventListener('resize', draw);
})();
