/* Entering one hand of 斗地主: who bids what, who is out first, what doubled it. What is asked, and which calls are grey, follows
 * from the numbers of the rulebook that the server gives; what a hand is worth, and who bids first next, the server says. */
'use strict';

(function () {
  const V = Mingpai.view;
  const T = Mingpai.three;
  const S = Mingpai.handSaid;
  const given = T.given;
  const game = { fixing: null };
  Mingpai.game = game;
  const bidding = Mingpai.bidding(given);
  const YES = { bombs: 0, rocket: false, spring: 'none', shown: false }; /* what 没有翻倍 says of each */
  let bids = [];
  let parts = {};
  let more = false;
  let standing = {}; /* what the server shows of the table, with the hands that it has not told yet laid over it */
  const beans = Mingpai.beans(given.stake || {}, () => standing.totals || null);

  /* ---- what a hand is called ---- */

  game.slot = (hand) => String(hand.number);
  game.number = Number;
  game.compare = (a, b) => Number(a) - Number(b);
  game.label = (slot) => V.word('hand', { hand: slot });
  game.shortLabel = (slot) => V.word('hand_short', { hand: slot });
  game.side = () => '';
  game.sideName = T.name;
  game.name = S.name;
  game.what = S.what;
  game.tail = S.tail;
  game.said = S.full;
  game.rival = S.name;
  game.odd = S.odd;
  game.step = (step) => (given.steps[step.op] ? Mingpai.sheets.step(given.steps[step.op], step.operands.map(T.plain), T.plain(step.value), T.name(step.of)) : T.name(step.of));
  game.sum = (step) => (given.steps[step.op] ? '' : T.plain(step.value));
  game.total = function () {
    const totals = T.shown().totals;
    const results = T.shown().results || {};
    if (!given.counted) return V.join(T.seats.filter((seat) => results[seat]).map((seat) => T.name(seat) + ' ' + V.word('result_' + results[seat])));
    return totals ? V.join(T.seats.map((seat) => T.name(seat) + ' ' + T.plain(totals[seat]))) : '';
  };

  /* ---- what comes next ---- */

  /* Hands that are saved here and not yet told by the server: each was previewed, and the preview showed the table after it. */
  function after(shown, hands) {
    let now = shown;
    let number = now.gap || now.next_hand;
    const seen = {};
    while (number && hands[number] && !seen[number]) {
      seen[number] = true;
      const then = hands[number].then;
      now = then || Object.assign({}, now, { next_bidder: '', next_hand: number + 1, opener_least: 0, gap: null });
      number = now.gap || now.next_hand;
    }
    while (number && hands[number]) number += 1;
    return Object.assign({}, now, { slot: now.phase === 'over' || (now.wanted === 1 && !given.counted && number > 1) ? '' : number ? String(number) : '' });
  }

  game.next = function (state, hands) {
    if (!state.match || !state.match.shown) return '';
    standing = after(state.match.shown, hands);
    return state.match.done ? '' : standing.slot;
  };
  game.full = (state) => Boolean(state.match && state.match.done);
  game.where = function (state, slot) {
    const extra = standing.phase === 'extra' && standing.extra ? V.word('where_extra', { n: standing.extra.played + 1, all: standing.extra.wanted }) : '';
    const played = standing.wanted > 1 && !extra ? V.word(V.narrow() ? 'where_played_short' : 'where_played', { n: standing.played, all: standing.wanted }) : '';
    if (V.narrow() && extra) return extra;
    return [game.label(slot), extra || played].filter(Boolean).join(' · ');
  };

  /* ---- what was tapped ---- */

  const due = () => (game.fixing ? String(game.fixing.record.first_bidder || '') : standing.next_bidder || '');
  const first = () => q.v.first || due();
  const least = () => (game.fixing ? 0 : standing.opener_least || 0);
  const passedOut = () => given.auction && bidding.passedOut(bids);
  const landlord = () => (given.auction ? bidding.landlord(first(), bids) : q.v.landlord || '');
  const won = () => Boolean(q.v.out) && q.v.out === landlord();

  const outSaid = (seat) => V.word(seat === landlord() ? 'out_landlord' : 'out_peasant', { name: T.name(seat) });
  function bidSaid() {
    if (passedOut()) return V.word('all_passed');
    return given.numbers ? V.word('bid_said', { name: T.name(landlord()), bid: V.word('bid', { n: bidding.top(bids) }) }) : V.word('landlord_is', { name: T.name(landlord()) });
  }
  function doubled() {
    const said = S.doubled(parts);
    const outcome = Mingpai.preview.outcome();
    return said.length ? said.join(' ') + (outcome && outcome.multiplier ? ' ' + V.word('times', { n: outcome.multiplier }) : '') : V.word('no_doubling');
  }

  const all = {
    call: { id: 'call', need: 'need_call', sum: bidSaid },
    first: { id: 'first', need: 'need_first', when: () => (given.numbers ? !due() || q.open === 'first' || q.v.first !== undefined : passedOut() && !due()), fold: () => given.numbers, sum: T.name },
    bid: { id: 'bid', need: 'need_bid', sum: bidSaid },
    landlord: { id: 'landlord', need: 'need_landlord', sum: T.name },
    out: { id: 'out', need: 'need_out', when: () => !passedOut(), sum: outSaid },
    dbl: { id: 'dbl', need: 'need_dbl', when: () => !passedOut(), sum: doubled },
    pay: { id: 'pay', need: 'need_pay', when: () => !passedOut(), sum: () => T.eachNamed(beans.transfers(landlord(), won())) },
  };
  const list = (given.numbers ? [all.first, all.bid] : given.auction ? [all.call, all.first] : [all.landlord]).concat(all.out, given.parts.length ? [all.dbl] : [], given.stake ? [all.pay] : []);
  const q = Mingpai.questions(list, given);

  /* An answer made of several taps is there once all of them are. */
  function gather() {
    const have = (id, done) => { if (done) q.v[id] = true; else delete q.v[id]; };
    if (given.auction) have(given.numbers ? 'bid' : 'call', bidding.over(bids) && Boolean(first() || passedOut()));
    have('dbl', given.parts.every((part) => parts[part] !== undefined));
    have('pay', beans.done(landlord()));
  }

  /* Calls or landlord changed: what was said of the play was said of another hand. */
  function forgetPlay() {
    delete q.v.out;
    parts = {};
    more = false;
    beans.clear();
  }

  game.clear = function () {
    q.clear();
    bids = [];
    forgetPlay();
    Mingpai.preview.clear();
  };
  game.moved = function () {};

  game.startFixing = function (hand) {
    const record = hand.record;
    bids = (record.bids || []).slice();
    q.v = {};
    if (record.landlord && !given.auction) q.v.landlord = String(record.landlord);
    if (record.out) q.v.out = String(record.out);
    given.parts.forEach((part) => { if (record[part] !== undefined) parts[part] = record[part]; });
    if (record.transfers) beans.load(record.transfers, String(record.landlord));
    gather();
  };

  /* The record to send for the hand at `slot`, or null while something is missing. */
  game.record = function (slot) {
    gather();
    if (q.missing()) return null;
    const record = { hand: Number(slot) };
    if (given.auction) Object.assign(record, { first_bidder: Number(first()), bids: bids.slice() });
    if (passedOut()) return record;
    Object.assign(record, { landlord: Number(landlord()), out: Number(q.v.out) }, parts);
    if (given.stake) record.transfers = beans.transfers(landlord(), won());
    return record;
  };

  const judged = (outcome) => ({ kind: outcome.kind, extra: outcome.extra, winner: outcome.winner, points: outcome.points, multiplier: outcome.multiplier, findings: outcome.findings, remarks: outcome.remarks });
  game.told = function (record) {
    const outcome = Mingpai.preview.outcome();
    return Object.assign({ record: record }, outcome ? judged(outcome) : {}, outcome && !game.fixing ? { then: outcome.shown } : {});
  };
  game.settled = (about, answer) => (answer.outcome ? Object.assign({}, about, judged(answer.outcome)) : about);
  const sorted = (record) => JSON.stringify(Object.keys(record).filter((name) => record[name] !== null).sort().map((name) => [name, record[name]]));
  game.same = (hand, told) => sorted(hand.record) === sorted(told.record);

  game.acts = {
    open(id) {
      if (id === 'bid') { /* 改: the last call is taken back */ bids.pop(); forgetPlay(); q.touched('bid'); } else q.reopen(id);
    },
    first(seat) {
      if (seat !== first()) {
        q.v.first = seat;
        bids = [];
        forgetPlay();
      } else if (!due()) delete q.v.first;
      q.touched('first');
      q.last = '';
    },
    /* Call or pass: who had the first right and who called; between them, all passed. */
    claim(from, caller) {
      const same = first() === from && landlord() === caller;
      forgetPlay();
      bids = same ? [] : new Array((Number(caller) - Number(from) + 3) % 3).fill(0).concat(1);
      if (same) delete q.v.first;
      else q.v.first = from;
      q.touched('call');
    },
    bid(n) { bids.push(Number(n)); q.touched('bid'); },
    back(seat) { bids = bids.slice(0, bidding.of(first(), bids, seat).at); forgetPlay(); q.touched('bid'); },
    allpass() { bids = passedOut() ? [] : bidding.allPass(); forgetPlay(); q.touched(given.numbers ? 'bid' : 'call'); },
    landlord(seat) { forgetPlay(); q.set('landlord', seat); },
    out(seat) {
      q.set('out', seat);
      if (parts.spring !== 'none') delete parts.spring; /* 春天 or 反春: of the side that won */
      beans.clear();
    },
    none() {
      const plain = given.parts.every((part) => parts[part] === YES[part]);
      parts = {};
      if (!plain) given.parts.forEach((part) => { parts[part] = YES[part]; });
      q.touched('dbl');
    },
    part(name, value) {
      const answer = name === 'bombs' ? Number(value) : name === 'spring' ? (value === 'none' ? value : won() ? 'spring' : 'anti_spring') : value === 'yes';
      if (parts[name] === answer) delete parts[name];
      else parts[name] = answer;
      q.touched('dbl');
    },
    more() { more = beans.more = true; },
    usual() { beans.takeUsual(landlord(), won()); q.touched('pay'); },
    pay(seat, n) { beans.pay(seat, Number(n)); q.touched('pay'); },
  };

  Mingpai.handEntry = { gather: gather, bidding: bidding, q: q, beans: beans, given: given, standing: () => standing, first: first, due: due, least: least, landlord: landlord, won: won, passedOut: passedOut, bids: () => bids, parts: () => parts, more: () => more, doubled: doubled, bidSaid: bidSaid, outSaid: outSaid, none: YES };
})();
