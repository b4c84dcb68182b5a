# A player at a seat, in the words of the Discord door.
at-discord-request-take-back = Asked by { $seat }: to go back to before { $before }. Answer with `{ command-table-agree }` or `{ command-table-object }`.
at-discord-request-take-back-orders = { $orders ->
    [one] Asked by { $seat }: to take back the last order and go back to before { $before }. Answer with `{ command-table-agree }` or `{ command-table-object }`.
   *[other] Asked by { $seat }: to take back the last { $orders } orders of all players and go back to before { $before }. Answer with `{ command-table-agree }` or `{ command-table-object }`.
}
at-discord-request-close = Asked by { $seat }: to close the table for good. Answer with `{ command-table-agree }` or `{ command-table-object }`.
at-discord-request-publish = { $delay ->
    [0] Asked by { $seat }: to publish the table: whoever has its link could watch it on a page, as a spectator sees it, and have all of the game once it is over, with what was secret. Answer with `{ command-table-agree }` or `{ command-table-object }`.
   *[other] Asked by { $seat }: to publish the table: whoever has its link could watch it on a page, as a spectator sees it, { $delay } entries behind, and have all of the game once it is over, with what was secret. Answer with `{ command-table-agree }` or `{ command-table-object }`.
}
at-discord-standing-disarmed = { $count ->
    [one] Your standing order { $names } is disarmed: something was taken back. `{ command-time-standing }` with `arm all` arms it again.
   *[other] Your standing orders { $names } are disarmed: something was taken back. `{ command-time-standing }` with `arm all` arms them again.
}
at-discord-request-time = Asked by { $seat }, about time: { $what }. Answer with `{ command-table-agree }` or `{ command-table-object }`.
at-discord-join-command = { command-table-join } { option-table-join-table }:{ $table } { option-table-join-seat }:{ $seat }
at-discord-offered-you = Offered to you: { $seat }. Take it with `{ $command }`, decline it with `{ command-table-decline } { option-table-decline-seat }:{ $typed }`.
at-discord-ask-undo = `{ command-table-ask-undo } { option-table-ask-undo-count }:{ $count }` asks the other players to agree to it.
at-discord-ask-undo-last = `{ command-table-ask-undo }` asks the other players to agree to it.
at-discord-ask-undo-alone = Nobody has to be asked: `{ command-table-undo } { option-table-undo-count }:{ $count }` takes that back.
at-discord-player-takes = { $player } takes the seat with `{ $command }`.
at-discord-invite-which = Say which seat, by the option `{ option-table-join-seat }`. Free: { $seats }.
at-discord-withdraw-which = Say which seat, by the option `{ option-table-join-seat }`. Offered: { $seats }.
at-discord-free = Free: { $seat }. Join with `{ $command }`.
at-discord-ready = Say so with `{ command-table-ready }`; with `{ option-table-ready-off }` you take it back.
at-discord-rematch = { $own ->
    [0] The rematch is table { $table }, and no seat is kept for you there.
   *[other] The rematch is table { $table }, where you play: { $seats }. A seat is kept for each of the others.
}
at-discord-closed = Table { $table } is closed. `{ command-show-log }`, `{ command-show-dice }`, `{ command-show-board }` and `{ command-show-replay }` still answer, and `{ command-show-audit }` checks it.
at-discord-join-which = Say which seat, by the option `{ option-table-join-seat }`. Free: { $seats }.
at-discord-try = Try: `{ command-order }` with `{ $typed }`, or the same by the buttons.
at-discord-try-undo = Try: `{ command-table-undo }`
