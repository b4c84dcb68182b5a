// In words that every browser knows: the page is plain text until its scripts have run, and again if they fail. A script
// that an old browser cannot read is such a failure, and so is one that the policy of the page refuses.
(function () {
  var page = document.documentElement;
  page.className = "starting";
  window.onerror = function (what) {
    page.className = "plain";
    var trouble = document.getElementById("trouble");
    if (trouble) trouble.textContent = String(what);
  };
  document.addEventListener("DOMContentLoaded", function () {
    if (page.className === "starting") page.className = "plain";
  });
})();
