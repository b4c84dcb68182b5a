# What doors say in words of their own, by mail: what to write.
at-mail-join = join { $table } { $seat }
at-mail-request-take-back = Asked by { $seat }: to go back to before { $before }. Answer `agree` or `object`.
at-mail-request-take-back-orders = { $orders ->
    [one] Asked by { $seat }: to take back the last order and go back to before { $before }. Answer `agree` or `object`.
   *[other] Asked by { $seat }: to take back the last { $orders } orders of all players and go back to before { $before }. Answer `agree` or `object`.
}
at-mail-request-close = Asked by { $seat }: to close the table for good. Answer `agree` or `object`.
at-mail-request-publish = { $delay ->
    [0] Asked by { $seat }: to publish the table: whoever has its link could watch it on a page, as a spectator sees it, and have all of the game once it is over, with what was secret. Answer `agree` or `object`.
   *[other] Asked by { $seat }: to publish the table: whoever has its link could watch it on a page, as a spectator sees it, { $delay } entries behind, and have all of the game once it is over, with what was secret. Answer `agree` or `object`.
}
at-mail-standing-disarmed = { $count ->
    [one] Your standing order { $names } is disarmed: something was taken back. `standing arm all` arms it again.
   *[other] Your standing orders { $names } are disarmed: something was taken back. `standing arm all` arms them again.
}
at-mail-request-time = Asked by { $seat }, about time: { $what }. Answer `agree` or `object`.
at-mail-offered-you = Offered to you: { $seat }. Answer with the line `{ $command }` to take it, with `decline` to decline it.
at-mail-ask-undo = `ask-undo { $count }` asks the other players to agree to it.
at-mail-ask-undo-last = `ask-undo` asks the other players to agree to it.
at-mail-ask-undo-alone = Nobody has to be asked: `undo { $count }` takes that back.
at-mail-player-takes = { $player } gets a mail, and takes the seat by answering it.
at-mail-invite-which = Say which seat: `invite ADDRESS SEAT`. Free: { $seats }.
at-mail-withdraw-which = Say which seat: `withdraw-offer SEAT`. Offered: { $seats }.
at-mail-free = Free: { $seat }. Whoever writes `{ $command }` takes it.
at-mail-ready = Answer `ready` when you are; `unready` takes it back.
at-mail-rematch = { $own ->
    [0] The rematch is table { $table }, and no seat is kept for you there.
   *[other] The rematch is table { $table }, where you play: { $seats }. A seat is kept for each of the others.
}
at-mail-closed = Table { $table } is closed. `export { $table }` sends you its whole log, `new` opens another table.
at-mail-join-which = Say which seat: `join TABLE SEAT`. Free: { $seats }.
at-mail-try = Try, as a line of your answer: { $typed }
at-mail-try-undo = Try, as a line of your answer: undo
