/* A hand of 斗地主 in words: on a row, in a question, in the band. A hand is a row of the server, or what was noted of it when it
 * was saved; `record` is what was entered, everything that is counted is the server's. */
'use strict';

(function () {
  const V = Mingpai.view;
  const T = Mingpai.three;
  const said = {};
  Mingpai.handSaid = said;

  const record = (hand) => hand.record || hand;
  said.landlord = (hand) => (record(hand).landlord ? String(record(hand).landlord) : '');
  said.bid = (hand) => Math.max.apply(null, [0].concat(record(hand).bids || []));
  said.passed = (hand) => hand.kind === 'passed_out' || (Boolean(record(hand).bids) && !said.bid(hand));
  said.won = (hand) => (hand.winner ? hand.winner === 'landlord' : record(hand).out ? String(record(hand).out) === said.landlord(hand) : null);

  /* 炸弹2 火箭 春天: only what there was. */
  said.doubled = function (hand, brief) {
    const one = record(hand);
    return [
      one.bombs ? V.word(brief ? 'bombs_short' : 'bombs', { n: one.bombs }) : '',
      one.rocket ? V.word('rocket') : '',
      one.spring && one.spring !== 'none' ? V.word(one.spring) : '',
      one.shown === true ? V.word('shown') : '',
    ].filter(Boolean);
  };

  function whole(hand, name, brief) {
    if (said.passed(hand)) return V.word('all_passed');
    const won = said.won(hand);
    const parts = [hand.extra ? V.word('extra') : '', name(said.landlord(hand)), T.given.numbers && said.bid(hand) ? V.word(brief ? 'bid_short' : 'bid', { n: said.bid(hand) }) : ''];
    return parts.concat(said.doubled(hand, brief), won === null ? V.word('ruled') : won ? '' : V.word('lost')).filter(Boolean).join(' ');
  }

  /* On a row, the landlord by one character where that tells him; in a question, by his name. */
  said.what = (hand) => whole(hand, T.short, true);
  said.name = (hand) => whole(hand, T.name);

  const scored = (hand) => Boolean(hand.points) && T.seats.some((seat) => hand.points[seat]);
  said.tail = function (hand) {
    if (!T.given.counted) return said.won(hand) === null ? '' : V.word(said.won(hand) ? 'landlord_won' : 'peasants_won');
    return scored(hand) ? T.each(hand.points) : said.passed(hand) ? V.word('dealt_again') : '';
  };
  said.full = (hand) => [said.name(hand), scored(hand) && T.given.counted ? T.eachNamed(hand.points) : ''].filter(Boolean).join('  ');

  said.odd = function (hand, cited) {
    const found = (hand.findings || []).concat(hand.remarks || [])[0];
    return found ? V.word(V.has('find_' + found.code) ? 'find_' + found.code : 'finding') + (cited ? T.cited(found.clause) : '') : '';
  };

  /* What comes after a hand, by what the server shows then: who bids first, extra hands, who is bust, or that it is over. */
  said.next = function (then, passed, before) {
    if (!then) return '';
    const parts = [];
    const bust = (then.busted || []).filter((seat) => !before || (before.busted || []).indexOf(seat) < 0);
    if (bust.length) parts.push(V.word('busted', { names: T.names(bust) }));
    if (then.phase === 'over') parts.push(V.word('over'));
    else if (then.phase === 'extra' && !(before && before.phase === 'extra')) parts.push(V.word('extra_next', { names: V.join((then.tied || []).map((tied) => T.names(tied))) }));
    if (then.phase !== 'over' && T.given.auction) parts.push(then.next_bidder ? V.word(passed ? 'next_bidder_again' : 'next_bidder', { name: T.name(then.next_bidder) }) : V.word('next_bidder_open'));
    return parts.join('\u3000');
  };
})();
