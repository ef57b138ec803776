// The live leaderboard: patches numbers as frames arrive, asks for the page's parts when words must change.
// Without this file the page is complete, it only does not move by itself.
(function () {
  "use strict";

  var POLL_EVERY = 5000; // ms, when no stream can be had
  var PATIENCE = 10000; // ms without a stream before polling begins
  var SPREAD = 1500; // ms over which the hall's phones ask for the parts, so that they do not all ask at once
  var MARK_FOR = 8000; // ms a changed number stays marked

  var board = document.getElementById("board");
  if (!board) {
    return;
  }
  var sign = document.querySelector("[data-live]");
  var source = null;
  var pollTimer = 0;
  var fetchTimer = 0;
  var fetching = false;
  var etag = "";
  var seq = Number(part("body").dataset.seq);

  function part(name) {
    return document.querySelector('[data-part="' + name + '"]');
  }

  function find(selector) {
    return board.querySelector(selector);
  }

  function show(state) {
    sign.hidden = false;
    sign.dataset.live = state;
    sign.textContent = sign.dataset[state];
  }

  function mark(node) {
    node.classList.add("changed");
    window.setTimeout(function () {
      node.classList.remove("changed");
    }, MARK_FOR);
  }

  function write(node, value) {
    if (node && node.textContent !== value) {
      node.textContent = value;
      mark(node);
      return true;
    }
    return false;
  }

  // ---- patching -------------------------------------------------------------------------------------------------

  // row: [team, rank, shared, points, double_downs, current points, handed in, matches]. True when its words are stale.
  function patchRow(row) {
    var line = find('tr[data-team="' + row[0] + '"]');
    if (!line) {
      return true;
    }
    var moved = write(line.querySelector('[data-f="rank"]'), String(row[1]));
    var shared = line.querySelector('[data-f="shared"]');
    if (shared) {
      shared.hidden = !row[2];
    }
    moved = write(line.querySelector('[data-f="points"]'), String(row[3])) || moved;
    moved = write(line.querySelector('[data-f="double_downs"]'), String(row[4])) || moved;
    write(board.querySelector('[data-total="' + row[0] + '"]'), String(row[3]));
    var current = line.querySelector('[data-f="current"]');
    if (current) {
      write(current, "+" + row[5]);
      // Again under the points, where large type on a phone leaves no room for the column.
      write(line.querySelector('[data-f="current-in"]'), "+" + row[5]);
      write(line.querySelector('[data-f="handed"]'), String(row[6]));
    }
    patchMine(row, line.querySelector('[data-f="rank"]') !== null);
    return moved;
  }

  function patchMine(row, ranked) {
    var mine = document.querySelector('[data-mine="' + row[0] + '"]');
    if (mine) {
      if (ranked) {
        write(mine.querySelector('[data-m="rank"]'), String(row[1]));
      }
      write(mine.querySelector('[data-m="points"]'), String(row[3]));
    }
  }

  function patchCell(team, other, points) {
    var cell = find('[data-cell="' + team + ":" + other + '"]');
    if (!cell) {
      return;
    }
    if (cell.classList.contains("none")) {
      cell.classList.replace("none", "now");
      var empty = cell.querySelector(".vh");
      if (empty) {
        empty.remove();
      }
    }
    write(cell.firstElementChild, String(points));
  }

  function patchTable(match, state) {
    var tick = find('[data-match="' + match + '"]');
    if (!tick) {
      return;
    }
    tick.className = "tick " + state;
    tick.querySelector("[data-word]").textContent = (board.dataset[state] || "") + " ";
    if (state === "open") {
      tick.removeAttribute("data-in");
    } else if (state !== "under_review") {
      tick.setAttribute("data-in", "");
    }
  }

  function recount() {
    var handed = find("[data-handed]");
    if (handed) {
      write(handed, String(board.querySelectorAll(".tick[data-in]").length));
    }
    var reviewed = board.querySelectorAll(".ticks .under_review").length;
    var review = find("[data-review]");
    if (review) {
      review.hidden = reviewed === 0;
      find("[data-review-count]").textContent = String(reviewed);
    }
  }

  // Lines in order of rank; an opened explanation stays under its line. Nothing is touched when the order stands, or
  // before the first finished round, when nobody has a rank.
  function reorder() {
    var body = find("[data-rows]");
    var lines = body ? Array.prototype.slice.call(body.querySelectorAll("tr[data-team]")) : [];
    if (!lines.length || !lines.every(function (line) { return line.querySelector('[data-f="rank"]'); })) {
      return;
    }
    var ranked = lines.slice().sort(function (one, other) {
      return rankOf(one) - rankOf(other);
    });
    var stands = ranked.every(function (line, index) {
      return line === lines[index];
    });
    if (stands) {
      return;
    }
    keepFocus(function () {
      ranked.forEach(function (line) {
        var how = line.nextElementSibling;
        body.appendChild(line);
        if (how && how.classList.contains("how")) {
          body.appendChild(how);
        }
      });
    });
  }

  function rankOf(line) {
    return Number(line.querySelector('[data-f="rank"]').textContent);
  }

  function keepFocus(work) {
    var focused = document.activeElement;
    var id = focused && focused.id;
    work();
    var again = id && document.getElementById(id);
    if (again && document.activeElement !== again) {
      again.focus({ preventScroll: true });
    }
  }

  function apply(frame) {
    if (frame.reload || frame.from > seq) {
      refresh(SPREAD);
      return;
    }
    if (frame.seq < seq || (frame.seq === seq && !frame.rows.length && !frame.tables.length && !frame.redraw)) {
      return;
    }
    var stale = frame.rows.map(patchRow).some(Boolean);
    frame.cells.forEach(function (cell) {
      patchCell(cell[0], cell[1], cell[2]);
      patchCell(cell[1], cell[0], cell[3]);
    });
    frame.tables.forEach(function (table) {
      patchTable(table[0], table[1]);
    });
    recount();
    reorder();
    seq = frame.seq;
    var stands = find("[data-asof]");
    if (stands) {
      stands.textContent = String(seq);
    }
    tellTime();
    // A board whose rows no frame carries (a bracket, two rooms, pairs) is drawn anew by the server.
    if (stale || frame.closed || frame.redraw) {
      refresh(SPREAD);
    }
  }

  // When the last frame came, by this device's clock, in the event's zone. The next parts bring the server's time again.
  function tellTime() {
    var at = find("[data-at]");
    if (!at) {
      return;
    }
    try {
      at.textContent = new Intl.DateTimeFormat("en-GB", { timeZone: at.dataset.at, timeStyle: "medium" }).format(new Date());
    } catch (unknownZone) {
      at.textContent = "";
    }
  }

  // ---- the parts, drawn by the server ---------------------------------------------------------------------------

  function refresh(within) {
    if (fetchTimer) {
      return;
    }
    fetchTimer = window.setTimeout(function () {
      fetchTimer = 0;
      load();
    }, Math.random() * within);
  }

  function load() {
    if (fetching) {
      return Promise.resolve();
    }
    fetching = true;
    var headers = etag ? { "If-None-Match": etag } : {};
    return fetch(board.dataset.fragment, { headers: headers, cache: "no-store", credentials: "same-origin" })
      .then(function (answer) {
        if (answer.status === 304) {
          return null;
        }
        if (!answer.ok) {
          throw new Error(String(answer.status));
        }
        etag = answer.headers.get("ETag") || "";
        return answer.text();
      })
      .then(function (text) {
        if (text !== null) {
          swap(text);
        }
        if (pollTimer) {
          show("connected");
        }
      })
      .catch(function () {
        show("lost");
      })
      .then(function () {
        fetching = false;
      });
  }

  function swap(text) {
    var fresh = new DOMParser().parseFromString(text, "text/html");
    var body = fresh.querySelector('[data-part="body"]');
    var head = fresh.querySelector('[data-part="head"]');
    if (!body || !head || Number(body.dataset.seq) < seq) {
      return;
    }
    var before = numbers();
    var opened = Array.prototype.slice.call(board.querySelectorAll("tr.how"));
    keepFocus(function () {
      part("head").replaceWith(document.importNode(head, true));
      part("body").replaceWith(document.importNode(body, true));
      // board_rows.js puts what was open back under its line.
      board.dispatchEvent(new CustomEvent("board:swapped", { detail: opened }));
    });
    seq = Number(part("body").dataset.seq);
    markAgainst(before);
    mineFromRow();
  }

  function numbers() {
    var found = {};
    board.querySelectorAll("tr[data-team] [data-f]").forEach(function (node) {
      found[node.closest("tr").dataset.team + node.dataset.f] = node.textContent;
    });
    return found;
  }

  function markAgainst(before) {
    board.querySelectorAll("tr[data-team] [data-f]").forEach(function (node) {
      var old = before[node.closest("tr").dataset.team + node.dataset.f];
      if (old !== undefined && old !== node.textContent) {
        mark(node);
      }
    });
  }

  function mineFromRow() {
    var mine = document.querySelector("[data-mine]");
    var line = mine && find('tr[data-team="' + mine.dataset.mine + '"]');
    if (line) {
      var rank = line.querySelector('[data-f="rank"]');
      write(mine.querySelector('[data-m="rank"]'), rank ? rank.textContent : "–");
      // Of pairs the share stands there: its first text, without the sign after it.
      var figure = mine.querySelector('[data-m="points"], [data-m="percent"]');
      var cell = figure && line.querySelector('[data-f="' + figure.dataset.m + '"]');
      if (cell) {
        write(figure, cell.firstChild.textContent);
      }
    }
  }

  // ---- the stream, and polling when there is none -----------------------------------------------------------------

  function poll() {
    if (pollTimer) {
      return;
    }
    pollTimer = window.setInterval(load, POLL_EVERY);
    load();
  }

  function stopPolling() {
    window.clearInterval(pollTimer);
    pollTimer = 0;
  }

  function connect() {
    // The stream is the public's: while its board stands still, who sees more has to ask.
    if (!window.EventSource || "poll" in board.dataset) {
      poll();
      return;
    }
    source = new EventSource(board.dataset.stream + "?seq=" + seq);
    source.onopen = function () {
      stopPolling();
      show("connected");
    };
    source.addEventListener("frame", function (event) {
      apply(JSON.parse(event.data));
    });
    source.onerror = function () {
      show("lost");
      if (source.readyState === EventSource.CLOSED) {
        // Refused for good (no stream here, or the house is full): poll, and ask for a stream again later.
        poll();
        window.setTimeout(connect, POLL_EVERY * 6);
      } else {
        window.setTimeout(function () {
          if (source.readyState !== EventSource.OPEN) {
            poll();
          }
        }, PATIENCE);
      }
    };
  }

  // A phone that slept may have lost the stream without knowing.
  document.addEventListener("visibilitychange", function () {
    if (!document.hidden) {
      refresh(SPREAD);
    }
  });

  connect();
})();
