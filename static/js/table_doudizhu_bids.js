/* Whose turn it is to bid, which keys would be taken, and when the bidding is over. The numbers are the rulebook's, given by the
 * server; what this says is only which key is grey and why: the server judges the record. */
'use strict';

Mingpai.bidding = function (given) {
  const SEATS = 3;
  const bidding = {};
  const highest = given.values.length ? Math.max.apply(null, given.values) : 1;

  bidding.top = (bids) => Math.max.apply(null, [0].concat(bids));
  bidding.seatAt = (first, at) => String(((Number(first) - 1 + at) % SEATS) + 1);

  /* So many calls everybody has when nobody has bid: one each, and one more for the opener where the rulebook gives it. */
  const silentCalls = SEATS + (given.mode === 'circles' && given.opener_extra ? 1 : 0);

  function silentSince(bids) {
    let passes = 0;
    for (let at = bids.length - 1; at >= 0 && bids[at] === 0; at -= 1) passes += 1;
    return passes;
  }

  bidding.over = function (bids) {
    const top = bidding.top(bids);
    if (!top) return bids.length >= silentCalls;
    if (given.ends_at_top && top === highest) return true;
    if (given.mode === 'circles') return silentSince(bids) >= given.closing_passes;
    return bids.length >= SEATS;
  };

  bidding.passedOut = (bids) => bidding.over(bids) && !bidding.top(bids);
  bidding.landlord = (first, bids) => (bidding.over(bids) && bidding.top(bids) ? bidding.seatAt(first, bids.indexOf(bidding.top(bids))) : '');
  bidding.turn = (first, bids) => (first && !bidding.over(bids) ? bidding.seatAt(first, bids.length) : '');

  /* What a seat has called so far, first to last; `at` of the last of them, -1 where there is none. */
  bidding.of = function (first, bids, seat) {
    const calls = bids.filter((bid, at) => bidding.seatAt(first, at) === seat);
    const at = bids.reduce((last, bid, place) => (bidding.seatAt(first, place) === seat ? place : last), -1);
    return { calls: calls, at: at };
  };

  /* Why a call of `n` would not be taken, as {word, least}, or null. `least`: the opener's after pass-outs in a row, 0: none. */
  bidding.why = function (bids, n, least) {
    const top = bidding.top(bids);
    const third = bids.length === SEATS - 1 && !top;
    if (bidding.over(bids)) return { word: 'why_over' };
    if (n && top && given.rising && n <= top) return { word: 'why_higher', least: top };
    if (!bids.length && least) {
      if (n && n < least) return { word: 'why_opener', least: least };
      if (!n && given.opener_must) return { word: 'why_opener_must', least: least };
    }
    if (third && given.third) {
      if (n && n < given.third.least) return { word: 'why_third', least: given.third.least };
      if (!n && given.third.must) return { word: 'why_third_must', least: given.third.least };
    }
    return null;
  };

  /* All pass: the calls that say so, or why that cannot be. */
  bidding.allPass = () => new Array(silentCalls).fill(0);
  bidding.whyNotAllPass = function (bids, least) {
    if (bidding.top(bids)) return { word: 'why_called', least: bidding.top(bids) };
    const calls = bidding.allPass();
    for (let at = 0; at < calls.length; at += 1) {
      const why = bidding.why(calls.slice(0, at), 0, least);
      if (why) return why;
    }
    return null;
  };

  return bidding;
};
