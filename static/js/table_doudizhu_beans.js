/* Beans that change hands: how many each peasant pays or is paid. The landlord has what they sum to, so the three always add up to
 * nothing. The usual stake is the rulebook's; what somebody cannot pay is grey where nobody can owe. */
'use strict';

Mingpai.beans = function (given, stacks) {
  const V = Mingpai.view;
  const beans = { paid: {}, more: false };
  const few = () => (V.narrow() ? 4 : 6); /* keys before 更多 */

  beans.clear = function () {
    beans.paid = {};
    beans.more = false;
  };

  beans.peasants = (landlord) => (landlord ? ['1', '2', '3'].filter((seat) => seat !== landlord) : []);
  beans.done = (landlord) => Boolean(landlord) && beans.peasants(landlord).every((seat) => beans.paid[seat] !== undefined);

  /* What a seat would be left with less than nothing of: a peasant of his own, the landlord of what he pays the other too. */
  function have(seat, landlord, won) {
    const held = stacks();
    if (!given.clip || !held) return Infinity;
    if (won) return held[seat];
    const other = beans.peasants(landlord).find((one) => one !== seat);
    return held[landlord] - (beans.paid[other] || 0);
  }

  /* The usual stake, as far as it can be paid: the landlord pays his right neighbour first. */
  beans.usual = function (landlord, won) {
    const held = stacks();
    const usual = {};
    let left = given.clip && held ? held[landlord] : Infinity;
    const first = (seat) => (Number(seat) - Number(landlord) + 3) % 3;
    beans.peasants(landlord).sort((a, b) => first(a) - first(b)).forEach((seat) => {
      const most = won ? (given.clip && held ? held[seat] : Infinity) : left;
      usual[seat] = Math.max(0, Math.min(given.base, most));
      if (!won) left -= usual[seat];
    });
    return usual;
  };

  beans.isUsual = function (landlord, won) {
    const usual = beans.usual(landlord, won);
    return beans.peasants(landlord).every((seat) => beans.paid[seat] === usual[seat]);
  };

  /* {seat: beans won or lost}, or null while something is missing. */
  beans.transfers = function (landlord, won) {
    if (!beans.done(landlord)) return null;
    const moved = {};
    beans.peasants(landlord).forEach((seat) => { moved[seat] = (won ? -1 : 1) * beans.paid[seat] || 0; });
    moved[landlord] = 0 - beans.peasants(landlord).reduce((sum, seat) => sum + moved[seat], 0) || 0;
    return moved;
  };

  /* The answers a stored hand would have been given. */
  beans.load = function (transfers, landlord) {
    beans.paid = {};
    beans.peasants(landlord).forEach((seat) => { beans.paid[seat] = Math.abs(transfers[seat]); });
  };

  beans.pay = function (seat, n) {
    if (beans.paid[seat] === n) delete beans.paid[seat];
    else beans.paid[seat] = n;
  };

  beans.takeUsual = function (landlord, won) {
    beans.paid = beans.isUsual(landlord, won) ? {} : beans.usual(landlord, won);
  };

  /* names(seat) */
  beans.render = function (landlord, out, names) {
    if (!V.byId('pay-title')) return;
    const won = out === landlord;
    const early = out ? '' : V.word('first_out');
    const usual = landlord ? beans.usual(landlord, won) : {};
    const counts = Object.keys(usual).map((seat) => usual[seat]);
    V.text(V.byId('pay-title'), V.word(!out ? 'pay_open' : won ? 'pay_won' : 'pay_lost', { name: names(landlord) }));
    V.text(V.byId('usual-name'), V.word(counts.length && counts[0] !== counts[1] ? 'pay_what_there_is' : 'pay_each', { n: counts.length && counts[0] === counts[1] ? counts[0] : given.base }));
    V.text(V.byId('usual-how'), V.word('pay_usual'));
    const usualKey = document.querySelector('[data-do=usual]');
    V.pressed(usualKey, Boolean(out) && beans.done(landlord) && beans.isUsual(landlord, won));
    V.grey(usualKey, early);
    V.all('[data-pays]').forEach((line) => {
      const seat = line.dataset.pays;
      V.classes(line.querySelector('.keys'), { many: beans.more });
      V.show(line, beans.peasants(landlord).indexOf(seat) >= 0);
      V.all('.k', line).forEach((key) => {
        const part = key.dataset.do.split(':');
        if (part[0] === 'more') return V.show(key, !beans.more);
        const n = Number(part[2]);
        const most = out ? have(seat, landlord, won) : Infinity;
        V.show(key, beans.more || n < few() || beans.paid[seat] === n);
        V.pressed(key, beans.paid[seat] === n);
        V.grey(key, early || (n > most ? V.word('why_no_more', { name: names(won ? seat : landlord), n: Math.max(0, most) }) : ''));
        return undefined;
      });
    });
  };

  return beans;
};
