# What an audit found, for readers of a place that has a language of its own.
audit-about = { $table }: { $game }, { $state }; taken back { $takebacks }, looked at in secret { $peeks }, sealed entries { $sealed }.
audit-open = open
audit-closed = closed ({ $why })
audit-practice = It was opened as practice: orders could be taken back after the dice.
audit-head = Head of the chain: { $head }
audit-head-compared = It passes through { $head }; { $digits } of its 64 digits were compared.
audit-head-few-digits = Warning: { $digits } digits do not prove which of two logs you saw: whoever writes a log can make two with the same { $digits }. Compare a head with { $wanted } digits.
heads-witnessed = { $count ->
    [one] one head matches
   *[other] { $count } heads match
} the log, the last at entry { $last }
heads-witnessed-short = { $count ->
    [one] one head with fewer than 32 digits matches
   *[other] { $count } heads with fewer than 32 digits match
}, the last at entry { $last }. They do not prove which of two logs you saw: whoever writes a log can make two with the same 16 digits
heads-other-history = line { $line }: the log does not pass through { $head }. It has { $found } there, so it is not the log that this head was taken from
heads-beyond = line { $line }: { $head } comes after the last entry, { $last }. The log went back, or this is an export from before
heads-restored = line { $line }: { $head } is lost. Entry { $entry } says that a backup was restored
heads-unnamed-in-restore = line { $line }: the log does not pass through { $head }. It has { $found } there. Entry { $entry } says that a backup was restored and that { $entry } to { $last } are lost, and it does not name this head: it is lost only if you noted it before entry { $entry } was written; otherwise it is from another log
heads-elsewhere = { $count ->
    [one] one head was not compared: its mail does not
   *[other] { $count } heads were not compared: their mails do not
} name { $table }
heads-none = there is no head in this text. A head looks like 12:0a1b…, with 32 digits; reports end with one
heads-shown-lost = WARNING: this terminal showed you the head { $head } of { $table }, and the log does not pass through it any more. Somebody changed it, or went back to an earlier copy. Compare heads with the other players. To accept the present log, remove the line of { $table } from { $file }.
heads-shown-restored = This terminal showed you the head { $head } of { $table }, which is lost: entry { $entry } says that a backup was restored.
heads-shown-unnamed = WARNING: this terminal showed you the head { $head } of { $table }, and the log has another entry there. Entry { $entry } says that a backup was restored and that { $entry } to { $last } are lost, and it does not name this head: it is lost only if you saw it before that. Compare heads with the other players. To accept the present log, remove the line of { $table } from { $file }.
heads-not-remembered = the heads that you were shown cannot be remembered: { $why }
audit-integrity = Integrity (the log is as it was written; seats, requests and agreements are valid): { $verdict }
audit-dice = Dice (each follows from the seed): { $verdict }
audit-rules = Rules (everything follows from the orders): { $verdict }
audit-restored = A backup was restored: entry { $entry } declares the entries { $entry } to { $last } lost, up to { $lost }. Ask the operator why.
audit-page = Page (all of it is written from its log): { $verdict }
audit-ok = right ({ $checked } checked)
audit-ok-bytes = right ({ $checked } bytes compared)
audit-ok-except = right ({ $checked } checked; { $except })
audit-failed = FAILED: { $what }
audit-failed-at = FAILED at entry { $entry }: { $what }
audit-not-checked = NOT CHECKED: { $why }
audit-not-checkable = cannot be checked: { $why }
audit-forged = This check cannot detect a log that was forged as a whole. Anyone who noted a head during play can compare it: wardroom audit FILE --head HEAD.
audit-witness-missing = The head file beside the database was damaged. For the logs whose lines could not be read, nothing since { $since } proves their length, and their last entries may be lost. The old file is kept beside it. Compare heads that players noted, with --head; then `wardroom audit --accept-heads` accepts the present ones.
audit-head-accepted = { $table } is accepted up to { $head }.
audit-alias = { $alias } and { $player } are one player with several doors.
audit-by = Checked by wardroom { $version }.
