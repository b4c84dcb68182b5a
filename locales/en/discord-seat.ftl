# A player at a seat, in the words of the Discord door.
at-discord-answer = Answer with `{ command-table-agree }` or `{ command-table-object }`.
at-discord-answer-stop = Answer with `{ command-table-agree }` to leave it stopped, or with `{ command-table-object }` to start it again.
at-discord-object-ends = `{ command-table-object }` ends the request.
at-discord-standing-disarmed = { $count ->
    [one] Orders were taken back, so your standing order { $names } is disarmed. `{ command-time-standing }` with `arm all` arms it again.
   *[other] Orders were taken back, so your standing orders { $names } are disarmed. `{ command-time-standing }` with `arm all` arms them again.
}
at-discord-join-command = { command-table-join } { option-table-join-table }:{ $table } { option-table-join-seat }:{ $seat }
at-discord-offered-you = Offered to you: { $seat }. Take it with `{ $command }`, decline it with `{ command-table-decline } { option-table-decline-seat }:{ $typed }`.
at-discord-ask-undo = `{ command-table-ask-undo } { option-table-ask-undo-count }:{ $count }` asks the other players to agree.
at-discord-ask-undo-last = `{ command-table-ask-undo }` asks the other players to agree.
at-discord-ask-undo-alone = You need no agreement: `{ command-table-undo } { option-table-undo-count }:{ $count }` takes that back.
at-discord-player-takes = { $player } can take the seat with `{ $command }`.
at-discord-invite-which = Choose a seat with the option `{ option-table-join-seat }`. Free: { $seats }.
at-discord-withdraw-which = Choose a seat with the option `{ option-table-join-seat }`. Offered: { $seats }.
at-discord-free = Free: { $seat }. Join with `{ $command }`.
at-discord-ready = `{ command-table-ready }` when you are ready; `{ option-table-ready-off }` takes it back.
at-discord-rematch = { $own ->
    [0] The rematch is table { $table }; no seat is kept for you there.
   *[other] The rematch is table { $table }, where you play: { $seats }. A seat is kept for each of the others.
}
at-discord-browser = `{ command-me-browser }`
at-discord-closed = Table { $table } is closed. `{ command-show-log }`, `{ command-show-dice }`, `{ command-show-board }` and `{ command-show-replay }` still answer, and `{ command-show-audit }` checks it.
at-discord-join-which = Choose a seat with the option `{ option-table-join-seat }`. Free: { $seats }.
at-discord-try = Try: `{ command-order }` with `{ $typed }`, or the buttons.
at-discord-try-undo = Try: `{ command-table-undo }`
at-discord-ending-check-how = `{ command-show-audit }` recomputes all { $entries } entries, every roll and every rule; `{ command-show-export }` gives you the file that others can check. The dice follow from a seed that was fixed when the table was opened: no order could choose one, and nobody without the database could.
at-discord-ending-check-open = `{ command-show-audit }` recomputes all { $entries } entries, every roll and every rule, where the database is. The seed is secret while the table is open, so nobody else can check the dice. `{ command-table-close }` closes the table and makes the seed public.
at-discord-ending-check-holder = Anyone who holds the database can read the seed during play, and so the dice to come and what lies face down. They could also rewrite the log from the beginning. To detect that, note the head below a report during play, and compare it with the file.
at-discord-ending-decided-how = `{ command-show-board } { option-show-board-what }:decided` shows what choices and dice were worth to your side.
