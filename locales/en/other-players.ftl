# What players ask of each other at the terminal.
terminal-answer = Type `agree` or `object`.
terminal-answer-stop = Type `agree` to leave it stopped, or `object` to start it again.
terminal-object-ends = `object` ends the request.
terminal-standing-disarmed = { $count ->
    [one] Orders were taken back, so your standing order { $names } is disarmed. `standing arm all` arms it again.
   *[other] Orders were taken back, so your standing orders { $names } are disarmed. `standing arm all` arms them again.
}
terminal-offered-you = Offered to you: { $seat }. To take it, type in another terminal: { $command }. `withdraw-offer { $typed }` declines it.
terminal-ask-undo = `ask-undo { $count }` asks the other players to agree.
terminal-ask-undo-last = `ask-undo` asks the other players to agree.
terminal-ask-undo-alone = You need no agreement: `undo { $count }` takes that back.
terminal-resign-sure = Resigning gives the game up and closes this table for everybody, for good. Type `resign yes` to resign.
terminal-player-added = “{ $player }” is a new player here; the name is known from now on.
terminal-player-takes = To take the seat, { $player } types: { $command }
terminal-invite-which = Choose a seat: `invite PLAYER SEAT`. Free: { $seats }.
terminal-withdraw-which = Choose a seat: `withdraw-offer SEAT`. Offered: { $seats }.
terminal-declined = You have declined the seat { $seat } at table { $table }.
read-waiting = Waiting for: { $seats }.
read-offered = Seat offered to a player: { $seats }.
read-free = Free: { $seats }.
read-top = { $table }, { $peeks ->
    [one] one peek
   *[other] { $peeks } peeks
}, head { $head }
read-top-practice = { $table }, practice, { $peeks ->
    [one] one peek
   *[other] { $peeks } peeks
}, head { $head }
tables-row = { $table } { $state }  { $entries } entries, last { $last }
tables-archived = { $table } archived  { $entries } entries, on { $at }, in { $file }
tables-trouble = trouble: { $trouble }
tables-over = over
tables-practice = { $state } practice
tables-waiting = {"  "}waiting for: { $seats }
tables-free = {"  "}free: { $seats }
tables-offered = {"  "}offered: { $seats }
tables-to-agree = {"  "}to answer: { $seats }
tables-ready = {"  "}ready: { $seats }
tables-unready = {"  "}not ready yet: { $seats }
tables-open = {"  "}looking for players since { $since }
tables-yours = {"  "}your decision since { $since }
