// The time that tables still have, counted down by the server's clock. Without this file the page says when the time is up.
(function () {
  "use strict";

  var board = document.getElementById("board");
  if (!board || !board.dataset.left) {
    return;
  }
  var ahead = 0; // ms that the server's clock is ahead of this one

  function told(left) {
    if (left <= 0) {
      return board.dataset.up;
    }
    var seconds = Math.ceil(left / 1000);
    return board.dataset.left + " " + Math.floor(seconds / 60) + ":" + ("0" + (seconds % 60)).slice(-2);
  }

  function tick() {
    var now = Date.now() + ahead;
    board.querySelectorAll("time[data-until]").forEach(function (node) {
      node.textContent = told(Number(node.dataset.until) * 1000 - now);
    });
  }

  // A phone whose clock is wrong would show a wrong time, so nothing is counted before the server has said what time it is.
  fetch(window.location.pathname, { method: "HEAD", cache: "no-store", credentials: "same-origin" })
    .then(function (answer) {
      var server = Date.parse(answer.headers.get("Date") || "");
      if (isNaN(server)) {
        return;
      }
      ahead = server - Date.now();
      tick();
      window.setInterval(tick, 1000);
    })
    .catch(function () {});
})();
