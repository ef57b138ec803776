// 怎么算的 on the leaderboard: a line opens how its total came about, drawn by the server. Without this file the link leads there.
(function () {
  "use strict";

  var board = document.getElementById("board");
  if (!board) {
    return;
  }

  board.addEventListener("click", function (event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) {
      return;
    }
    var line = event.target.closest("tr[data-team]");
    var link = event.target.closest("a, button");
    var toggle = line && line.querySelector("[data-how]");
    if (!toggle || (link && link !== toggle)) {
      return;
    }
    event.preventDefault();
    if (toggle.getAttribute("aria-expanded") === "true") {
      close(line, toggle);
    } else {
      open(line, toggle);
    }
  });

  function open(line, toggle) {
    var team = toggle.dataset.how;
    var how = document.createElement("tr");
    how.className = "how";
    how.id = "calc-" + team;
    how.dataset.of = team;
    var cell = document.createElement("td");
    cell.colSpan = line.cells.length;
    cell.textContent = "…";
    how.appendChild(cell);
    line.after(how);
    line.classList.add("open");
    toggle.setAttribute("aria-expanded", "true");
    toggle.setAttribute("aria-controls", how.id);
    fill(how, team);
  }

  function fill(how, team) {
    fetch(board.dataset.why + team + "/?fragment=row", { credentials: "same-origin" })
      .then(function (answer) {
        if (!answer.ok) {
          throw new Error(String(answer.status));
        }
        return answer.text();
      })
      .then(function (text) {
        var calc = new DOMParser().parseFromString(text, "text/html").querySelector(".calc");
        how.firstElementChild.replaceChildren(document.importNode(calc, true));
      })
      .catch(function () {
        if (!how.querySelector(".calc")) {
          how.firstElementChild.textContent = board.dataset.unloaded;
        }
      });
  }

  function close(line, toggle) {
    var how = line.nextElementSibling;
    if (how && how.classList.contains("how")) {
      how.remove();
    }
    line.classList.remove("open");
    toggle.setAttribute("aria-expanded", "false");
    toggle.removeAttribute("aria-controls");
  }

  // The parts were drawn anew: what was open goes back under its line, and is asked for again.
  board.addEventListener("board:swapped", function (event) {
    event.detail.forEach(function (how) {
      var toggle = board.querySelector('[data-how="' + how.dataset.of + '"]');
      if (toggle) {
        var line = toggle.closest("tr");
        line.after(how);
        line.classList.add("open");
        toggle.setAttribute("aria-expanded", "true");
        toggle.setAttribute("aria-controls", how.id);
        fill(how, how.dataset.of);
      }
    });
  });
})();
