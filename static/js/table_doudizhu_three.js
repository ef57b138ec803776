/* The three at the table: what they are called, their cards with calls and totals, who has signed. */
'use strict';

(function () {
  const V = Mingpai.view;
  const three = { seats: ['1', '2', '3'] };
  Mingpai.three = three;
  const given = JSON.parse(V.byId('given').textContent);
  three.given = given;

  const match = () => Mingpai.state.match;
  three.shown = () => (match() && match().shown) || {};
  three.name = (seat) => (match() && seat && match()[seat] ? match()[seat].players.join(' ') : '');
  three.names = (seats) => V.join(seats.map(three.name));

  /* 李, or the initials of a name in letters. */
  const sign = (name) => (/[A-Za-z]/.test(name) ? name.split(/\s+/).map((word) => Array.from(word)[0] || '').join('') : Array.from(name)[0] || '');

  /* 李, 吴, 赵 where that tells them apart, else their whole names. */
  three.short = function (seat) {
    const signs = three.seats.map((one) => sign(three.name(one)));
    return new Set(signs).size === signs.length ? signs[three.seats.indexOf(seat)] : three.name(seat);
  };

  /* A number with its sign, and one with only a minus: both with the sign that is as wide as a digit. */
  three.plain = (n) => String(n).replace('-', '\u2212');
  three.signed = (n) => (n > 0 ? '+' + n : three.plain(n));
  three.each = (points) => three.seats.map((seat) => three.signed(points[seat])).join(' ');
  three.eachNamed = (points) => three.seats.map((seat) => three.short(seat) + ' ' + three.signed(points[seat])).join('  ');
  three.eachWhole = (points) => three.seats.map((seat) => three.name(seat) + ' ' + three.signed(points[seat])).join('  ');

  three.sumOf = (totals) => three.seats.reduce((sum, seat) => sum + totals[seat], 0);
  /* What the three add up to, with its mark while it is what it was at the start. */
  three.adds = function (totals, wanted) {
    const sum = three.sumOf(totals);
    return V.word(sum === wanted ? 'adds' : 'adds_not', { n: three.plain(sum) });
  };

  /* 〔003·三·二〕: where the words of a clause stand; nothing for one that is not known. */
  const law = JSON.parse(V.byId('law').textContent);
  three.cited = (clause) => (law[clause] ? '〔' + law[clause].ref + '〕' : '');

  three.called = (bid) => (!bid ? V.word('pass') : given.numbers ? V.word('bid', { n: bid }) : V.word('call'));

  /* now: {first, landlord, turn, calls(seat): {calls, at}, totals, busted} */
  three.renderSeats = function (page, now) {
    V.all('[data-seat]').forEach((card) => {
      const seat = card.dataset.seat;
      const turn = page.entering && now.turn === seat;
      const said = page.entering ? now.calls(seat) : { calls: [], at: -1 };
      const tag = (name, on) => V.show(card.querySelector('[data-tag=' + name + ']'), on);
      V.classes(card, { turn: turn, lord: page.entering && now.landlord === seat });
      tag('landlord', page.entering && now.landlord === seat);
      tag('first', page.entering && now.first === seat && given.auction);
      tag('bust', now.busted.indexOf(seat) >= 0);
      tag('number', !said.calls.length && !turn);
      const key = card.querySelector('button.say');
      V.show(key, said.calls.length > 0);
      const text = said.calls.map(three.called).join(' · ');
      V.text(key, text + ' \u2715');
      V.attribute(key, 'aria-label', V.word('take_back', { name: three.name(seat), call: text }));
      V.show(card.querySelector('.turn-said'), turn && !said.calls.length);
    });
  };

  three.renderTotals = function (page, totals, wanted) {
    three.seats.forEach((seat) => V.fill('[data-total="' + seat + '"]', totals ? three.plain(totals[seat]) : '\u2014'));
    const apart = (match() && match().apart) || [];
    const extra = apart.length ? V.word('by_extra', { places: V.join(apart.map((one) => V.word('place_of', { name: three.name(one[0]), n: one[1] }))) }) : '';
    if (given.counted) V.text(V.byId('sum-title'), totals ? [three.adds(totals, wanted), extra].filter(Boolean).join(' \u00b7 ') : '');
    V.text(V.byId('felt-note'), [given.auction && page.entering ? V.word('anticlockwise') : '', totals && given.counted ? three.adds(totals, wanted) : ''].filter(Boolean).join(' · '));
    V.text(V.byId('log-names'), given.counted ? three.seats.map(three.short).join(' ') : '');
  };

  /* What is signed, by the names over the rows and on the form of each. */
  three.renderSigned = function (page) {
    if (!match()) return;
    V.all('[data-signed]').forEach((node) => {
      const seat = node.dataset.signed;
      const wanted = page.state.confirming.indexOf(seat) >= 0;
      const signed = match().signed_by.indexOf(seat) >= 0;
      const ended = page.phase === 'full' || page.phase === 'confirmed';
      V.show(node, wanted && ended);
      V.text(node, V.word(signed ? 'signed' : page.phase === 'confirmed' ? 'signed_behalf' : 'unsigned'));
      V.classes(node, { ok: signed });
    });
  };

  /* 成绩确认表: role and result of each, as the server has them. */
  three.renderForms = function (page) {
    const forms = V.byId('forms');
    if (!forms || !match()) return;
    const hand = match().hands[0];
    const results = three.shown().results || {};
    const ended = page.phase === 'full' || page.phase === 'confirmed';
    const odd = hand && ended ? Mingpai.handSaid.odd(hand, true) : '';
    V.show(forms, ended);
    V.show(V.byId('forms-odd'), Boolean(odd));
    V.text(V.byId('forms-odd'), odd);
    if (!ended) return;
    V.all('[data-form]', forms).forEach((form) => {
      const seat = form.dataset.form;
      V.classes(form, { own: seat === page.state.device.side });
      V.text(form.querySelector('[data-part=role]'), hand ? V.word(String(hand.landlord) === seat ? 'landlord' : 'peasant') : '');
      V.text(form.querySelector('[data-part=result]'), V.word('result_' + (results[seat] || 'none')));
    });
  };
})();
