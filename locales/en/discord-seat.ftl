# A player at a seat, in the words of the Discord door.
discord-request-take-back = Asked by { $seat }: to go back to after entry { $to }. Answer with `/table agree` or `/table object`.
discord-request-take-back-orders = { $orders ->
    [one] Asked by { $seat }: to take back the last order and go back to after entry { $to }. Answer with `/table agree` or `/table object`.
   *[other] Asked by { $seat }: to take back the last { $orders } orders of all players and go back to after entry { $to }. Answer with `/table agree` or `/table object`.
}
discord-request-close = Asked by { $seat }: to close the table for good. Answer with `/table agree` or `/table object`.
discord-offered-you = Offered to you: { $seat }. Take it with `{ $command }`, decline it with `/table decline seat:{ $typed }`.
discord-ask-undo = `/table ask-undo count:{ $count }` asks the other players to agree to it.
discord-ask-undo-last = `/table ask-undo` asks the other players to agree to it.
discord-ask-undo-alone = Nobody has to be asked: `/table undo count:{ $count }` takes that back.
discord-player-takes = { $player } takes the seat with `{ $command }`.
discord-invite-which = Say which seat, by the option `seat`. Free: { $seats }.
discord-withdraw-which = Say which seat, by the option `seat`. Offered: { $seats }.
discord-free = Free: { $seat }. Join with `{ $command }`.
discord-closed = Table { $table } is closed. `/show log`, `/show dice`, `/show board` and `/show replay` still answer, and `/show audit` checks it.
discord-secrets = What your seat keeps secret is shown to you alone, in answers that nobody else sees.
discord-how = Give orders by slash command, or by the buttons below.
discord-join-which = Say which seat, by the option `seat`. Free: { $seats }.
discord-not-seated = You have no seat at table { $table }.
discord-seats-are = The seats of this game are: { $seats }.
