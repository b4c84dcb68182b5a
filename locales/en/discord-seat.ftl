# A player at a seat, in the words of the Discord door.
at-discord-request-take-back = Asked by { $seat }: to go back to after entry { $to }. Answer with `/table agree` or `/table object`.
at-discord-request-take-back-orders = { $orders ->
    [one] Asked by { $seat }: to take back the last order and go back to after entry { $to }. Answer with `/table agree` or `/table object`.
   *[other] Asked by { $seat }: to take back the last { $orders } orders of all players and go back to after entry { $to }. Answer with `/table agree` or `/table object`.
}
at-discord-request-close = Asked by { $seat }: to close the table for good. Answer with `/table agree` or `/table object`.
at-discord-offered-you = Offered to you: { $seat }. Take it with `{ $command }`, decline it with `/table decline seat:{ $typed }`.
at-discord-ask-undo = `/table ask-undo count:{ $count }` asks the other players to agree to it.
at-discord-ask-undo-last = `/table ask-undo` asks the other players to agree to it.
at-discord-ask-undo-alone = Nobody has to be asked: `/table undo count:{ $count }` takes that back.
at-discord-player-takes = { $player } takes the seat with `{ $command }`.
at-discord-invite-which = Say which seat, by the option `seat`. Free: { $seats }.
at-discord-withdraw-which = Say which seat, by the option `seat`. Offered: { $seats }.
at-discord-free = Free: { $seat }. Join with `{ $command }`.
at-discord-closed = Table { $table } is closed. `/show log`, `/show dice`, `/show board` and `/show replay` still answer, and `/show audit` checks it.
at-discord-secrets = What your seat keeps secret is shown to you alone, in answers that nobody else sees.
at-discord-how = Give orders by slash command, or by the buttons below.
at-discord-join-which = Say which seat, by the option `seat`. Free: { $seats }.
at-discord-not-seated = You have no seat at table { $table }.
at-discord-seats-are = The seats of this game are: { $seats }.
