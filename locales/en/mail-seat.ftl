# What doors say in words of their own, by mail: what to write.
at-mail-answer = Answer `agree` or `object`.
at-mail-answer-stop = Answer `agree` to leave it stopped, or `object` to start it again.
at-mail-object-ends = `object` ends the request.
at-mail-join = join { $table } { $seat }
at-mail-standing-disarmed = { $count ->
    [one] Orders were taken back, so your standing order { $names } is disarmed. `standing arm all` arms it again.
   *[other] Orders were taken back, so your standing orders { $names } are disarmed. `standing arm all` arms them again.
}
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
at-mail-browser = browser
at-mail-closed = Table { $table } is closed. `export { $table }` sends you its whole log; `new` opens another table.
at-mail-ending-check-how = `audit` recomputes all { $entries } entries, every roll and every rule; `export` sends you the file that others can check. The dice follow from a seed that was fixed when the table was opened: no order could choose one, and nobody without the database could.
at-mail-ending-check-open = `audit` recomputes all { $entries } entries, every roll and every rule, on the machine that has the database. The seed is secret while the table is open, so nobody else can check the dice. `close` closes the table and makes the seed public.
at-mail-ending-decided-how = `show decided` shows what choices and dice were worth to your side.
at-mail-join-which = Choose a seat: `join TABLE SEAT`. Free: { $seats }.
at-mail-try = Try this line in your answer: { $typed }
at-mail-try-undo = Try this line in your answer: undo
