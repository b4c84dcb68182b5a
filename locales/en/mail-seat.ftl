# What doors say in words of their own, by mail: what to write.
at-mail-join = join { $table } { $seat }
at-mail-request-take-back = { $seat } asks to undo everything from { $before } on. Answer `agree` or `object`.
at-mail-request-take-back-orders = { $orders ->
    [one] { $seat } asks to take back the last order, { $before }. Answer `agree` or `object`.
   *[other] { $seat } asks to take back the last { $orders } orders of all players, from { $before } on. Answer `agree` or `object`.
}
at-mail-request-close = { $seat } asks to close the table for good. Answer `agree` or `object`.
at-mail-request-publish = { $delay ->
    [0] { $seat } asks to publish the table. Anyone with its link could watch it on a page, as a spectator. Once the game is over, the page shows all of it, with what was secret. Answer `agree` or `object`.
   *[other] { $seat } asks to publish the table. Anyone with its link could watch it on a page, as a spectator, { $delay } entries behind. Once the game is over, the page shows all of it, with what was secret. Answer `agree` or `object`.
}
at-mail-standing-disarmed = { $count ->
    [one] Orders were taken back, so your standing order { $names } is disarmed. `standing arm all` arms it again.
   *[other] Orders were taken back, so your standing orders { $names } are disarmed. `standing arm all` arms them again.
}
at-mail-request-time = { $seat } asks, about time: { $what }. Answer `agree` or `object`.
at-mail-offered-you = Offered to you: { $seat }. Answer `{ $command }` to take it, or `decline` to decline it.
at-mail-ask-undo = `ask-undo { $count }` asks the other players to agree.
at-mail-ask-undo-last = `ask-undo` asks the other players to agree.
at-mail-ask-undo-alone = You need no agreement: `undo { $count }` takes that back.
at-mail-player-takes = { $player } gets a mail, and takes the seat by answering it.
at-mail-invite-which = Choose a seat: `invite ADDRESS SEAT`. Free: { $seats }.
at-mail-withdraw-which = Choose a seat: `withdraw-offer SEAT`. Offered: { $seats }.
at-mail-free = Free: { $seat }. To take it, write `{ $command }`.
at-mail-ready = Answer `ready` when you are ready; `unready` takes it back.
at-mail-rematch = { $own ->
    [0] The rematch is table { $table }; no seat is kept for you there.
   *[other] The rematch is table { $table }, where you play: { $seats }. A seat is kept for each of the others.
}
at-mail-closed = Table { $table } is closed. `export { $table }` sends you its whole log; `new` opens another table.
at-mail-join-which = Choose a seat: `join TABLE SEAT`. Free: { $seats }.
at-mail-try = Try this line in your answer: { $typed }
at-mail-try-undo = Try this line in your answer: undo
