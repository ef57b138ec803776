// The time that is left of a notice (公示): runs on without a network once the page is loaded. It decides nothing: when the time is
// up the page says that the chief referee has to confirm.
(function () {
  "use strict";

  var board = document.querySelector("[data-now]");
  // This device's clock may be wrong: what counts is the server's, as it stood when the page was made.
  var ahead = board ? Date.now() - Number(board.dataset.now) : 0;

  function two(number) {
    return (number < 10 ? "0" : "") + number;
  }

  function text(seconds) {
    var days = Math.floor(seconds / 86400);
    var hours = Math.floor(seconds / 3600) % 24;
    var rest = two(Math.floor(seconds / 60) % 60) + ":" + two(seconds % 60);
    return days ? days + "d " + two(hours) + ":" + rest : hours ? hours + ":" + rest : rest;
  }

  // Asked for anew each time: the live board swaps its parts.
  function tick() {
    document.querySelectorAll(".notice[data-until]").forEach(function (notice) {
      var left = Math.ceil((Date.parse(notice.dataset.until) - (Date.now() - ahead)) / 1000);
      notice.querySelector("[data-running]").hidden = left <= 0;
      notice.querySelector("[data-over]").hidden = left > 0;
      notice.querySelector("[data-left-line]").hidden = left <= 0;
      if (left > 0) {
        notice.querySelector("[data-left]").textContent = text(left);
      }
    });
  }

  if (board) {
    board.addEventListener("board:swapped", tick);
  }
  window.setInterval(tick, 1000);
  tick();
})();
