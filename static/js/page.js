// Every page: 字大 changes at once, without a reload, so that nothing half-entered is lost. Without this file the form posts.
(function () {
  "use strict";

  function rememberOnServer(form, value) {
    var body = new URLSearchParams();
    body.set("size", value);
    fetch(form.action, { method: "POST", body: body, credentials: "same-origin", redirect: "manual" }).catch(function () {
      // No network: the page has changed already; the cookie is written at the next press.
    });
  }

  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (!form.matches("[data-size-switch]")) {
      return;
    }
    event.preventDefault();
    var root = document.documentElement;
    var button = form.querySelector("button");
    var big = root.dataset.size !== "big";
    if (big) {
      root.dataset.size = "big";
    } else {
      delete root.dataset.size;
    }
    button.setAttribute("aria-pressed", String(big));
    button.value = big ? "normal" : "big";
    rememberOnServer(form, big ? "big" : "normal");
  });
})();
