# The terminal door.
terminal-line-too-long = That line is { $bytes } bytes long; the limit is { $most }. Nothing was done.
terminal-working = Playing the game out many times. Press Enter to stop and see the result so far.
terminal-worked = { $percent } % done. Enter stops.
terminal-left = The table is saved. To return, type `wardroom play { $table }`.
terminal-rest-undone = Not done after that: { $rest }
terminal-line-unended = Not carried out, because the input ended in the middle of its last line: { $line }
terminal-number-old = You typed { $number } for a list that has changed since. Nothing was chosen. Choose from the present list, or type `options`.
terminal-no-such-number =
    { $most ->
        [0] There is no numbered list to choose { $number } from. Type `options` or `options VERB` for one.
       *[other] There is no number { $number } in the last list; its last number is { $most }. Type `options` to see it.
    }
terminal-close-sure = Closing ends this table for good and opens everything in its log. Type `yes` to close it, anything else to play on.
terminal-close-kept = The table stays open.
terminal-head = Log at { $head }
terminal-verbs = Orders: { $verbs }. `options VERB` lists one, `help VERB` explains it.
terminal-no-options = No such order is possible now.
terminal-options-more = And { $more } more. Add a word to narrow the list, such as `options { $verb } { $word }`.
terminal-no-such-verb = There is no order `{ $verb }`. Type `help` for those that are possible now.
terminal-help-group = { $group }: { $verbs }
terminal-help-more = `help VERB` explains an order, `help WORD` any word of the game. A number chooses from the list that `options` shows. Separate several orders on one line with `;`.
terminal-opened = Table { $table } is open.
terminal-opened-practice = Practice table { $table } is open: orders may be taken back past dice.
terminal-resumed = Table { $table }, where you left it.
terminal-resumed-practice = Practice table { $table }, where you left it.
terminal-joined = Table { $table }: you have taken your seat.
terminal-joined-practice = Practice table { $table }: you have taken your seat.
terminal-how = Type an order, a number from the list, or `help`.
terminal-stale = The table has changed since; this is the position now.
terminal-browser = `browser`
terminal-closed = Table { $table } is closed. `log`, `dice` and `show` still answer; `wardroom audit { $table }` checks it.
terminal-try = Try: `{ $typed }`
terminal-try-undo = Try: `undo`
terminal-waited = Your turn did not come within the time that you set.
terminal-free = Free: { $seat }. To join, type in another terminal: { $command } (add --player NAME if it has the same user).
terminal-ready = Type `ready` when you are ready; `unready` takes it back.
terminal-rematch = { $own ->
    [0] The rematch is table { $table }; no seat is kept for you there.
   *[other] The rematch is table { $table }, where you play: { $seats }. A seat is kept for each of the others. To take your own: { $command }
}
terminal-secrets = Only you are shown the secrets of your seat. `wait` waits for your turn; `--lang ja` switches to Japanese.
terminal-secrets-in-turn = You play all seats in turn at this terminal; each is shown only its own secrets.
terminal-part = Press Enter to clear the screen for the next seat: { $seat }.
terminal-hand-over = Hand the terminal to the player of: { $seat }. Press Enter when ready.
terminal-seat-turn = ──── { $seat } ────
terminal-question = { $seat }: { $question }
terminal-board-more = The whole board: `show`; the map: `show map`.
terminal-broken = That failed, and nothing of it is in the log: { $why }
terminal-broken-further = Only part of that was done; see above: { $why }
terminal-broken-unknown = That may or may not have been done; `log` will show it once the table can be read: { $why }
terminal-unread = The table cannot be read now. The program keeps trying; the log is safe: { $why }
terminal-not-now = Not now. { $why }
