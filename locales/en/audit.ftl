# What an audit found, for readers of a place that has a language of its own.
audit-about = { $table }: { $game }, { $state }; taken back { $takebacks }, looked at in secret { $peeks }, sealed entries { $sealed }.
audit-open = open
audit-closed = closed ({ $why })
audit-practice = It was opened as practice: orders could be taken back after the dice.
audit-head = Head of the chain: { $head }
audit-integrity = Integrity, whether the bytes are what was written: { $verdict }
audit-dice = Dice, whether each follows from the seed: { $verdict }
audit-rules = Rules, whether what happened follows from the orders: { $verdict }
audit-ok = well ({ $checked } checked)
audit-ok-except = well ({ $checked } checked; { $except })
audit-failed = FAILED: { $what }
audit-failed-at = FAILED at entry { $entry }: { $what }
audit-differs = differs: { $what }
audit-differs-at = differs at entry { $entry }: { $what }
audit-not-checkable = cannot be checked: { $why }
audit-forged = A log that was forged as a whole passes. Whoever wrote a head down in play can check the export against it: wardroom audit FILE --head HEAD.
