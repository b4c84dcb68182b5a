# The terminal door.
terminal-line-too-long = That line has { $bytes } bytes; at most { $most } are read. Nothing was done.
terminal-working = Playing the game out again, many times. Press Enter to stop and see what is known so far.
terminal-worked = { $percent } % worked out. Enter stops.
terminal-left = The table keeps everything; the same command brings you back to exactly here.
terminal-rest-undone = Not done after that: { $rest }
terminal-line-unended = Not carried out, for the input ended in the middle of its last line: { $line }
terminal-number-old = { $number } was typed for a list that has changed since. Nothing was picked; pick from the list as it is now, or type `options`.
terminal-no-such-number =
    { $most ->
        [0] No numbered list was shown to pick { $number } from. Type `options` or `options VERB` for one.
       *[other] There is no number { $number } in the list last shown; it has { $most }. Type `options` to see it.
    }
terminal-close-sure = Closing ends this table for good and opens everything in its log. Type `yes` to close it, anything else to go on.
terminal-close-kept = The table stays open.
terminal-verb-elsewhere = `{ $verb }` is not for the terminal.
terminal-head = Log at { $head }
terminal-verbs = Orders: { $verbs }. `options VERB` lists one, `help VERB` explains it.
terminal-no-options = Nothing can be ordered so now.
terminal-options-more = And { $more } more: narrow the list with a word more, such as `options { $verb } { $word }`.
terminal-no-such-verb = There is no order `{ $verb }`. Type `help` for those that are open now.
terminal-help-group = { $group }: { $verbs }
terminal-help-more = `help VERB` explains one of them, `help WORD` any word of the game; a number picks from the list that `options` shows; several orders go on one line with `;` between them.
terminal-opened = Table { $table } is opened.
terminal-opened-practice = Table { $table } is opened for practice: orders may be taken back past dice.
terminal-resumed = Table { $table }, just where you left it.
terminal-resumed-practice = Table { $table }, for practice, just where you left it.
terminal-joined = Table { $table }: you have taken your seat.
terminal-joined-practice = Table { $table }, for practice: you have taken your seat.
terminal-how = Type an order, a number from the list, or `help`.
terminal-stale = Something was decided at this table since; here is how it stands now.
terminal-closed = Table { $table } is closed. `log`, `dice` and `show` still answer; `wardroom audit { $table }` checks it.
terminal-try = Try: `{ $typed }`
terminal-try-undo = Try: `undo`
terminal-waited = Nobody asked anything of you for as long as you were willing to wait.
terminal-free = Free: { $seat }. To join, type in another terminal: { $command } (with --player NAME where it is the same user’s).
terminal-ready = Type `ready` when you are; `unready` takes it back.
terminal-rematch = { $own ->
    [0] The rematch is table { $table }, and no seat is kept for you there.
   *[other] The rematch is table { $table }, where you play: { $seats }. A seat is kept for each of the others. To sit down there: { $command }
}
terminal-secrets = What your seat keeps secret is shown to nobody else. `wait` waits until you are asked; `--lang ja` speaks Japanese.
terminal-secrets-in-turn = You play in turn at this terminal, and each seat sees its own secrets only.
terminal-part = Press Enter to clear the screen for the next seat: { $seat }.
terminal-hand-over = Hand the terminal to the player of: { $seat }. Press Enter when ready.
terminal-seat-turn = ──── { $seat } ────
terminal-question = { $seat }: { $question }
terminal-board-more = The whole board: `show`; the map: `show map`.
terminal-broken = That could not be done, and nothing of it is in the log: { $why }
terminal-broken-further = That could not be done to its end; what of it is in the log is told above: { $why }
terminal-broken-unknown = It is not known whether that was done; `log` says so once the table can be read: { $why }
terminal-unread = The table cannot be read now. It is tried again and again; what is in the log is kept: { $why }
terminal-not-now = Not now. { $why }
