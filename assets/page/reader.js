"use strict";

// The page: stepping through the table, and the button that checks its log.

(() => {
  const $ = (id) => document.getElementById(id);
  const data = (id) => $(id).textContent;
  const setting = JSON.parse(data("setting"));
  const frames = JSON.parse(data("frames"));
  const story = $("steps").children;
  const steps = frames.steps.map(([seq, part, day, ground, width, height, picture, position], at) => {
    return { at, seq, part, day, ground, width, height, changes: { picture, position } };
  });

  // A sentence with what it speaks of filled in.
  const say = (key, about = {}) =>
    setting.words[key].replace(/\{(\w+)\}/g, (whole, name) => (name in about ? String(about[name]) : whole));

  function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    made.textContent = text;
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    return made;
  }

  // The list that follows from `before`: how many items stay, how many go, how many come, and those; the rest stays.
  function changed(before, changes) {
    const after = [];
    let from = 0;
    for (let at = 0; at < changes.length; ) {
      const [stay, go, come] = changes.slice(at, at + 3);
      after.push(...before.slice(from, from + stay), ...changes.slice(at + 3, at + 3 + come));
      from += stay + go;
      at += 3 + come;
    }
    return after.concat(before.slice(from));
  }

  // Lists are made from those before them, once each.
  const lists = { picture: [], position: [] };
  function listAt(what, at) {
    const known = lists[what];
    while (known.length <= at) {
      known.push(changed(known[known.length - 1] || [], steps[known.length].changes[what]));
    }
    return known[at];
  }

  let shown;
  let groundShown;

  function drawn({ at, ground, width, height }) {
    const map = $("map");
    if (!map || ground === null) return;
    map.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (map.children.length === 0) map.innerHTML = "<g></g><g></g>";
    const [below, above] = map.children;
    const pieces = (list) => list.map((place) => frames.pieces[place]).join("");
    if (groundShown !== ground) below.innerHTML = pieces(frames.grounds[ground]);
    groundShown = ground;
    above.innerHTML = pieces(listAt("picture", at));
    // Words are as wide as in the pictures' own font, whatever font the reader has.
    above.querySelectorAll("text").forEach((words) => words.setAttribute("lengthAdjust", "spacingAndGlyphs"));
  }

  function positionAt(at) {
    const line = (place) => {
      const text = frames.lines[place];
      return element(["h4", "h4", "p"][Number(text[0])], text.slice(1));
    };
    return listAt("position", at).map(line);
  }

  function go(to) {
    const at = Math.max(0, Math.min(steps.length - 1, to));
    if (at === shown) return;
    shown = at;
    const step = steps[at];
    const told = story[at];
    $("moment").textContent = told.dataset.moment;
    const about = { step: at + 1, steps: steps.length, entry: step.seq, last: setting.claims.entries };
    $("place").textContent = say("page-place", about);
    // To be copied and sent to somebody: it leads here.
    $("place").href = `#entry=${step.seq}`;
    const copied = (from) => Array.from(story[from].cloneNode(true).children);
    $("told").replaceChildren(...copied(at));
    // What was told just before, for the eye: a reader by ear has heard it.
    const before = [3, 2, 1].filter((back) => back <= at).map((back) => at - back);
    $("before").replaceChildren(...[].concat(...before.map(copied)));
    $("position").replaceChildren(...positionAt(at));
    $("slider").value = at;
    $("slider").setAttribute("aria-valuetext", `${told.dataset.moment} ${$("place").textContent}`);
    const ends = { first: at === 0, back: at === 0, forward: at === steps.length - 1, last: at === steps.length - 1 };
    // A disabled button would lose the focus of whoever pressed it.
    Object.entries(ends).forEach(([id, end]) => $(id).setAttribute("aria-disabled", String(end)));
    drawn(step);
  }

  const isSameDay = (one, other) => one.part === other.part && one.day === other.day;
  const dayBegins = (at) => at === 0 || !isSameDay(steps[at], steps[at - 1]);

  function nextDay() {
    const next = steps.find((step) => step.at > shown && dayBegins(step.at));
    return next ? next.at : steps.length - 1;
  }

  function dayBefore() {
    const before = steps.filter((step) => step.at < shown && dayBegins(step.at));
    return before.length ? before[before.length - 1].at : 0;
  }

  const moves = {
    first: () => 0,
    "day-back": dayBefore,
    back: () => shown - 1,
    forward: () => shown + 1,
    "day-forward": nextDay,
    last: () => steps.length - 1,
  };
  const keys = {
    Home: "first",
    PageUp: "day-back",
    ArrowLeft: "back",
    ArrowRight: "forward",
    PageDown: "day-forward",
    End: "last",
  };

  // Elsewhere on the page these keys scroll, as everywhere.
  function onKey(event) {
    const here = event.target === document.body || $("player").contains(event.target);
    const move = Object.prototype.hasOwnProperty.call(keys, event.key) && moves[keys[event.key]];
    if (!here || !move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(move());
  }

  // The step that tells entry `seq`.
  function stepOf(seq) {
    const until = steps.filter((step) => step.seq <= seq);
    return until.length ? until.length - 1 : 0;
  }

  // The step that the address names, if it names one: `#entry=230`.
  function addressed() {
    const [, seq] = /^#entry=([0-9]{1,15})$/.exec(location.hash) || [];
    return seq === undefined ? undefined : stepOf(Number(seq));
  }

  // The check

  // The lines of the log as they are hashed: in the page `<` and two line separators are written with escapes. Escaped
  // backslashes are passed over in pairs, so that what only looks like such an escape stays.
  function logLines() {
    const escapes = { "\\u003c": "<", "\\u2028": "\u2028", "\\u2029": "\u2029" };
    const text = data("log").replace(/\\(?:u003c|u2028|u2029|[^])/g, (escape) => escapes[escape] || escape);
    const lines = text.split("\n");
    if (lines[lines.length - 1] === "") lines.pop();
    return lines;
  }

  // What the page says of itself and its log does not.
  function claims(head) {
    const { claims: said } = setting;
    const claimed = `${said.table} ${said.head}`;
    const header = JSON.parse(logLines()[0]);
    const found = `${header.table} ${head}`;
    const same = claimed === found && head.split(":")[0] === String(said.entries);
    return same ? [] : [element("p", say("found-page-claims", { claimed, found }), { id: "claims", class: "failed" })];
  }

  function because({ key, about }) {
    const named = about.who ? { ...about, who: say(about.who) } : about;
    return say(key, named);
  }

  const beyond = ({ about }) => say("found-unknown-law", about);

  function verdictOf(found) {
    if (found.verdict === "unknown-law") return say("audit-not-checkable", { why: beyond(found) });
    if (found.verdict === "not-checkable") return say("audit-not-checkable", { why: say("found-seed-secret") });
    if (found.verdict === "failed") {
      const what = because(found.fault);
      const at = found.entry;
      return at === undefined ? say("audit-failed", { what }) : say("audit-failed-at", { entry: at, what });
    }
    const { checked, except } = found;
    return except ? say("audit-ok-except", { checked, except }) : say("audit-ok", { checked });
  }

  function showVerdict(id, found, key) {
    const line = element("p", say(key, { verdict: verdictOf(found) }), { id, "data-verdict": found.verdict });
    if (found.entry === undefined) return [line];
    line.setAttribute("data-entry", found.entry);
    const button = element("button", say("page-show-entry", { entry: found.entry }), { type: "button" });
    button.addEventListener("click", () => {
      go(stepOf(found.entry));
      $("player").focus();
    });
    return [line, button];
  }

  function audit() {
    let checked;
    try {
      checked = audited(logLines(), setting.claims.withheld);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      const what = because(fault);
      return { lines: [element("p", say("page-unread", { what }), { id: "integrity", "data-verdict": "unread" })] };
    }
    const { integrity, dice, head, done } = checked;
    const claimed = claims(head);
    const sealed = dice.verdict === "ok" && dice.sealed > 0;
    const except = sealed ? say("found-sealed-rolls", { sealed: dice.sealed }) : undefined;
    const failed = integrity.verdict === "failed" || dice.verdict === "failed" || claimed.length > 0;
    const unknown = integrity.verdict === "unknown-law" && !failed;
    const first = unknown ? [element("p", say("audit-not-checked", { why: beyond(integrity) }), { class: "failed" })] : [];
    const lines = [
      ...first,
      element("p", say(failed ? "page-failed" : "page-checked"), { class: failed ? "failed" : "well" }),
      ...claimed,
      ...showVerdict("integrity", integrity, "audit-integrity"),
      ...showVerdict("rolls", { ...dice, except }, "audit-dice"),
      element("p", say("audit-rules", { verdict: say("page-rules") })),
      element("p", say("audit-head", { head }), { id: "head" }),
      element("p", say("audit-forged")),
      element("p", say("page-not-covered"), { id: "not-covered" }),
    ];
    if (dice.proofs > 0) lines.push(element("p", say("page-proofs-unchecked", { count: dice.proofs }), { id: "proofs" }));
    if (integrity.sealed > 0) lines.push(element("p", say("page-check-sealed", { sealed: integrity.sealed })));
    return { lines, done };
  }

  async function check() {
    const [button, out] = [$("check-now"), $("verdict")];
    button.disabled = true;
    out.replaceChildren(element("p", say("page-checking")));
    // The sentence is painted before the work begins.
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    try {
      const { lines, done } = audit();
      const compared = done && (await comparedWithBrowser(done));
      if (done) lines.push(element("p", browserSays(compared), { id: "browser" }));
      out.replaceChildren(...lines);
    } catch (error) {
      out.replaceChildren(element("p", say("page-failed-script", { what: error })));
      throw error;
    } finally {
      button.disabled = false;
    }
  }

  function browserSays(compared) {
    if (!compared) return say("page-browser-has-none");
    return compared.agree ? say("page-browser-agrees", { compared: compared.compared }) : say("page-browser-differs");
  }

  // A browser in which a script before this one could not run, or that computes something else, gets the text alone. The hash
  // is the first example of FIPS 180-4.
  const known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  if (hex(sha256(utf8("abc"))) !== known || typeof audited !== "function") throw new Error("SHA-256");

  Object.entries(moves).forEach(([id, move]) => $(id).addEventListener("click", () => go(move())));
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  document.addEventListener("keydown", onKey);
  $("check-now").addEventListener("click", check);
  window.addEventListener("hashchange", () => {
    const named = addressed();
    if (named !== undefined) go(named);
  });
  const named = addressed();
  go(named === undefined ? setting.opens : named);
  document.documentElement.className = "scripted";
})();
