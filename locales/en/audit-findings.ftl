# Why something does not hold: what an audit finds, and what is wrong with a file that is read.
# The form of a line.
found-float = { $path } is not an integer ({ $found })
found-big-integer = { $path } does not fit a 64-bit signed integer ({ $found })
found-foreign-key = { $path } has a key that is not ASCII: { $key }
found-too-deep = { $path } is nested deeper than { $most } levels
found-too-long = the text has { $found } bytes, { $limit } are allowed
found-no-json = the text is not JSON: { $why }
found-not-canonical = the text is not in canonical form: it first differs at byte { $offset }
found-form = { $what }
found-public = { $kind }: everyone must be able to see it
found-first-only = { $kind }: it can only be the first entry of a table
found-roll-cause = { $kind }: a roll must name its cause
found-names-later = { $kind }: it must name an earlier entry
found-answers-later = { $kind }: it must answer an earlier entry
found-prompt-later = { $kind }: its prompt must be an earlier entry
found-opens-later = { $kind }: it must open an earlier entry
found-other-seat = { $kind }: the seat in “by” is not the seat it names
found-nobody-named = { $kind }: it must name the player who did it
found-somebody-named = { $kind }: it must not name a player
found-begins-with-cause = { $kind }: it must not have a cause
found-follows-by-door = { $kind }: an entry that follows from another has neither door nor key
found-change-by-door = { $kind }: a change of the rules has neither door nor key
# The lines of a table.
found-change-before-order = a change of the rules must come right before an order
found-after-end = it comes after the end of the table
found-other-place = entry { $seq } of table { $wanted } must come next, not { $found } of { $table }
found-sealed-in-full = a full export has no sealed lines
found-other-pack = the data pack hashes to { $hash }, it names { $named }
found-not-opened = the first entry must be TableOpened, open to everyone
found-key-twice = it has the key of entry { $entry }
found-revealed-in-part = a table with a revealed seed is exported in full
found-other-change = it changes the rules from { $from } to { $to }, but { $before } apply
# A file.
found-line = line { $line }: { $what }
found-line-entry = line { $line } (entry { $entry }): { $what }
found-ends-before-header = the file ends before its header
found-ends-before-pack = the file ends before the data pack
found-no-export = this is not a Wardroom export: { $why }
found-no-header = the first line is not an export header
found-other-format = export format { $format } is unknown; this program reads { $known }
found-header = the header: { $why }
found-no-pack-line = the second line must be the data pack and its hash
found-pack-line-hash = the data pack hashes to { $found }, the line says { $hash }
found-no-seed-line = a full export has its seed in the third line
found-seed-in-part = only a full export carries the seed
found-seed-form = it is not a seed line: 64 lower-case hexadecimal digits
found-unreadable = it cannot be read: { $why }
found-file-too-long = the file has more than the { $most } bytes allowed
found-line-too-long = it has more than the { $most } bytes allowed
found-cut-off = it is cut off: the last line has no end
found-no-utf8 = it is not UTF-8
found-ends-elsewhere = the file ends at { $head }, its header says { $noted }
found-file-seed = the seed in the file does not match its commitment
# Whether the bytes are what was written.
found-damage = { $what }
found-seed-missing = the seed of the table is missing
found-other-digest = its text does not hash to the stored digest
found-other-chain = the stored chain value does not follow
found-no-pack = the data pack is missing or damaged
found-pack-hash = the data pack hashes to { $found }, it is labelled { $hash }
found-pack = the data pack: { $why }
found-other-seed = the seed does not match the commitment in the first entry
found-other-salt = its salt does not follow from the seed
witness-head-file = the head file
witness-header = the header
witness-database = the database it was archived from
witness-somebody = the head that was noted
found-tail-lost = { $who } has { $noted }, but the log ends at entry { $last }: its last entries are lost
found-head-zero = { $who } has { $noted }, which comes before the first entry
found-other-head = { $who } has { $noted }, but the entries lead to { $found }: one of them was changed
found-lost-in-restore = { $who } has { $noted }, which is lost: entry { $entry } says that a backup was restored. Nobody can check what was lost; everything else holds
found-unnamed-in-restore = { $who } has { $noted }, but the entries lead to { $found }. Entry { $entry } says that a backup was restored and that { $entry } to { $last } are lost, and it does not name this head: it is lost only if it was noted before entry { $entry } was written; otherwise the log was changed after that
found-goes-on = the file continues to entry { $last }, past the head in its header
found-replaced = { $who } says { $noted }, and this file leads to { $found }: it is not the log that was archived, but another, a changed or an earlier one
# Whether the dice follow from the seed.
found-seed-secret = the seed is secret until the table closes
found-roll-of-nothing = a roll must name the entry that caused it
found-other-roll = it is roll { $roll } of entry { $cause }, but { $wanted } must come next
found-values = roll { $roll } of entry { $cause } ({ $purpose }): the seed gives { $wanted }, the log has { $found }
found-sealed-rolls =
    { $sealed ->
        [one] one sealed entry may hold more rolls
       *[other] { $sealed } sealed entries may hold more rolls
    }
# Whether what happened follows from the orders.
found-no-opening = no first entry names the game, its options and the data pack
found-sealed =
    { $sealed ->
        [one] one entry is sealed in this export
       *[other] { $sealed } entries are sealed in this export
    }
found-pack-absent = there is no data pack
found-unknown-game = this program does not play `{ $game }`
found-hidden = it is not as it should be; details follow when it is opened
found-defect = the rules stopped at a defect
found-cause = { $kind } follows from nothing here, but has a cause
found-opened-so = the table opens without a player, and its seats are { $seats }
found-opens-nothing = the rules open nothing here
found-not-closed = the table was not closed
found-follows-from-nothing = it follows from no order before it
found-no-seat = the table has no seat { $seat }
found-audience = its audience is { $found }; the rules say { $wanted }
found-not-asked = { $seat } has nothing to decide here
found-other-prompt = it answers entry { $prompt }, but the question to { $seat } is entry { $entry }
found-resigned-so = the seat { $seat } cannot resign here
found-closed-so = nothing here closes the table as { $why }
found-published = the table is published already
found-published-so = the other players at the table did not agree to that
found-not-published = the table is not published
found-claimed-from = { $player }, from whom the game is claimed, may not vote
found-claimed-so = the game cannot be claimed from { $seat } here
found-expired-before = the log says so already
found-in-grace = the grace period after the deadline is not over
found-other-deadline = under the agreed terms the decision was due at another time ({ $due })
found-away-too-long = only { $days } days of absence a year are agreed
found-law-so = those rules of time apply already, or did before
found-before-last = it is earlier than the entry before it
found-clock-set-so = the log was not ahead of the clock
found-stopped-too-often = at most { $most } emergency stops for each player are agreed
found-stopped-too-soon = the others refused this player’s last emergency stop less than three days before
found-booked-twice = this absence is booked already
found-no-absence = it names no current or coming absence of this player
found-absence-unnamed = it does not name the absence that ends
found-before-told = the deadline is earlier than the one announced ({ $told })
found-told-so = no deadline of { $seat } can move to this time
found-time-changed-so = the other players at the table did not agree about the time
found-stopped-so = the clock is stopped already
found-sought-so = the table is looking for players already, or no longer, or no seat is free
found-ready-asked-so = there is a ready check already
found-ready-so = the game has begun, or the player repeats what was said before
found-wait-ended-so = no wait can end here: the set-up does not wait, no pace is agreed, a seat is free, or all players are ready
found-entropy-asked-so = entropy was asked for already, or the table has no ready check
found-entropy-so = no entropy is taken here, or not any more; or it is not what was promised, or is shown too early
found-thought = a computer player gave this order, and thinking again from what it saw, with the same dice, it gives another: somebody ordered in its name
found-thoughts-all = { $again ->
    [one] the one order of a computer player was
   *[other] all { $again } orders of computer players were
 } thought again
found-thoughts-sample = { $again } of { $orders } orders of computer players were thought again, picked by chance; `wardroom audit --all-thoughts` repeats every one that this version can
found-thoughts-foreign = { $again } of { $orders } orders of computer players were thought again; the others are of another version of the player, which this program cannot repeat
found-paused-back = a pause ends before it begins
found-booked-back = an absence begins before it was booked
found-restored-key = { $kind }: it must not have a key
found-restored-late = it declares a lost head that comes before this entry
found-expired-early = the time of a decision cannot run out before it is due
found-no-step = it goes back to entry { $to }, but no order in force follows that
found-not-agreed = nobody agreed to take back entry { $entry }, an order of { $seat }
found-past-bar = it goes back past entry { $entry }, where dice were rolled or something was shown
found-after-it = after it, the rules require { $due }
found-here = here the rules require { $due }
due-fact = { $fact }
due-opening = that sealed entries are opened
due-back = that the table goes back to entry { $to }
due-published = that the table is published, { $delay } entries behind
due-heir = the seat { $seat } taken by the player who stands in for it, { $player }
due-time = the agreement about time
due-began = that the game begins, because all are ready
due-closed = that the table closes as { $why }
due-seed = that the seed is revealed
found-nobody = it does not name the player who did it
found-not-held = { $player } does not hold the seat { $seat }
found-nobody-sits = it does not name the player who takes the seat { $seat }
found-kept = the seat { $seat } is kept for another player
found-taken = the seat { $seat } was taken before
found-offered-so = the seat { $seat } cannot be offered here
found-not-offered = the seat { $seat } is not offered to anyone
found-offer-of-another = the offer of the seat { $seat } is another player's
found-alone = nobody else is at the table to agree
found-request-open = the request of entry { $entry } is still open
found-no-request = no request of entry { $entry } is open
found-agreed-before = { $player } has agreed before
found-no-such-roll = by the rules entry { $cause } leads to no such roll
found-refused = the rules refuse it: { $refusal }
found-roll-asked = the rules ask for roll { $number }: { $asked }; the log has { $found }
found-other-time = an entry that follows from another must have its time
found-other-fact = the rules say { $wanted }, the log { $found }
found-opens-other = it opens { $entries } to { $to }; the rules say { $wanted } to everyone
found-master-so = this player is game master already, or holds a seat, or not all have agreed
found-not-the-master = this player is not the game master
found-master-sits = the game master cannot take the seat { $seat }
found-vacated-so = the seat { $seat } has no player
found-not-due = { $seat } has nothing to decide
due-master = the agreement about a game master
found-unknown-rules = the table uses rules version { $version }, and this program knows versions up to { $own }: the results of its orders were not checked
found-unknown-law = from entry { $entry } on the table uses version { $law } of the rules of time; this program knows versions up to { $own }. Nothing that depends on time was checked from there on
found-die = a die of { $of } sides, which no version of the rules has
found-total = { $kind }: its total does not follow from the one before
found-standing-door = { $kind }: a standing order can only give orders
found-header-seat = the header names the seat { $seat }, which the table does not have
found-header-format = the header names another format of the log than this entry, which has { $format }
found-receipt-too-early = it names a receipt, which no log of format 1 does
found-shown-too-much = it is shown to a seat that must not see it: no valid entry opens it
found-sealed-though-opened = it is sealed here, but a valid entry opens it
found-sits-later = the seat { $seat } was not taken when the table opened
found-stands-in-so = nobody stands in for { $seat } here
found-not-away = { $player } has no absence that could end
found-opens-so = entry { $entry } was not hidden, is no longer valid, or was opened before
found-next = the entry before requires this entry here: { $kind }
found-edited-utf-16 = an editor changed this file: it was saved as UTF-16 instead of UTF-8. Its entries were not checked. Use the file as it was exported, or export it again
found-edited-bom = an editor changed this file: it begins with a byte order mark (BOM). Its entries were not checked. Use the file as it was exported, or export it again
found-edited-crlf = an editor changed this file: its lines end with CR LF instead of LF. Its entries were not checked. Use the file as it was exported, or export it again
found-edited-last-end = an editor changed this file: it is cut off after the last line, whose end is missing. Its entries were not checked. Use the file as it was exported, or export it again
found-edited-empty-line = an editor changed this file: it has an empty line. Its entries were not checked. Use the file as it was exported, or export it again
found-edited-spaces = an editor changed this file: it has spaces at the end of a line. Its entries were not checked. Use the file as it was exported, or export it again
# Pages.
found-page-claims = the page gives { $claimed } for itself, its log { $found }
found-withheld-open = it is listed as withheld, but is here in full or not at all
found-withheld-there = it is withheld, but only what players wrote to each other may be, and at this table nobody can write
page-version = Wardroom { $version }
page-version-none = an earlier version without a number
page-of-another-version = NOT CHECKED: this page was written by { $version }, and this program is { $own }. Only its log, table, head and left-out entries are checked. Its words, pictures and dice may be wrong.
page-another-version = another version wrote it; check it with that one
page-of-another-build = NOT CHECKED: this page was written by another build of Wardroom { $own }, and this build writes it differently. Only its log, table, head and left-out entries are checked. Its words, pictures and dice may be wrong.
page-another-build = another build of this version wrote it; check it with that one
page-withholds = { $withheld ->
    [one] one entry is left out of its log, because it holds what players wrote to each other
   *[other] { $withheld } entries are left out of its log, because they hold what players wrote to each other
  }. For those, only this is checked: somebody could write at this table. Ask for a page written with `--with-messages`
page-log-fails = its log fails the check
page-of-a-view = it cannot be compared: its log is one player's or spectator's view of an unfinished game. Pictures and positions are drawn from the whole position, and the entries behind it appear here only as digests. Export the page again when the table is closed, and compare the heads
page-language = it is in a language that this program does not have: { $lang }
page-differs = from byte { $at } on it differs from what this program writes for its log. It has “{ $found }” in place of “{ $wanted }”
