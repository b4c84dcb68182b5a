// Runs the check of a page's script outside a browser: `node tests/check_page.js FILE…` prints, for each exported log, a line
// with its verdicts on integrity and on the dice. The tests compare them with those of `wardroom audit` and `check_log.py`.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const page = path.join(__dirname, "..", "assets", "page");
const source = ["crypto.js", "audit.js", "seating.js"].map((name) => fs.readFileSync(path.join(page, name), "utf8"));
// In a page they are one script, too.
vm.runInThisContext(source.join("\n"));

// A page says of a file that has no header of a log that it cannot be read: it fails as a whole.
function verdicts(lines) {
  try {
    // `audited` is the function of audit.js.
    const { integrity, dice } = globalThis.audited(lines);
    return [integrity.verdict, dice.verdict];
  } catch (fault) {
    if (fault.key === undefined) throw fault;
    return ["failed", "failed"];
  }
}

for (const file of process.argv.slice(2)) {
  const lines = fs.readFileSync(file, "utf8").split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  process.stdout.write(`${JSON.stringify(verdicts(lines))}\n`);
}
