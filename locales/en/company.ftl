# What players ask of each other at the terminal.
terminal-request-take-back = Asked by { $seat }: to go back to before { $before }. Type `agree` or `object`.
terminal-request-take-back-orders = { $orders ->
    [one] Asked by { $seat }: to take back the last order and go back to before { $before }. Type `agree` or `object`.
   *[other] Asked by { $seat }: to take back the last { $orders } orders of all players and go back to before { $before }. Type `agree` or `object`.
}
terminal-request-close = Asked by { $seat }: to close the table for good. Type `agree` or `object`.
terminal-request-publish = { $delay ->
    [0] Asked by { $seat }: to publish the table: whoever has its link could watch it on a page, as a spectator sees it, and have all of the game once it is over, with what was secret. Type `agree` or `object`.
   *[other] Asked by { $seat }: to publish the table: whoever has its link could watch it on a page, as a spectator sees it, { $delay } entries behind, and have all of the game once it is over, with what was secret. Type `agree` or `object`.
}
terminal-standing-disarmed = { $count ->
    [one] Your standing order { $names } is disarmed: something was taken back. `standing arm all` arms it again.
   *[other] Your standing orders { $names } are disarmed: something was taken back. `standing arm all` arms them again.
}
terminal-request-time = Asked by { $seat }, about time: { $what }. Type `agree` or `object`.
terminal-offered-you = Offered to you: { $seat }. To take it, type in another terminal: { $command }. `withdraw-offer { $typed }` declines it.
terminal-ask-undo = `ask-undo { $count }` asks the other players to agree to it.
terminal-ask-undo-last = `ask-undo` asks the other players to agree to it.
terminal-ask-undo-alone = Nobody has to be asked: `undo { $count }` takes that back.
terminal-resign-sure = Resigning gives the game up and closes this table for everybody, for good. Type `resign yes` to resign.
terminal-player-added = Nobody has played here as “{ $player }” before; that name is known from now on.
terminal-player-takes = To take the seat, { $player } types: { $command }
terminal-invite-which = Say which seat: `invite PLAYER SEAT`. Free: { $seats }.
terminal-withdraw-which = Say which seat: `withdraw-offer SEAT`. Offered: { $seats }.
terminal-declined = The seat { $seat } at table { $table } is declined.
read-waiting = Waiting for: { $seats }.
read-offered = Seat offered to a player: { $seats }.
read-pending-close = Asked by { $seat }: to close the table. Still to answer: { $awaited }.
read-pending-publish = { $delay ->
    [0] Asked by { $seat }: to publish the table on a page for spectators. Still to answer: { $awaited }.
   *[other] Asked by { $seat }: to publish the table on a page for spectators, { $delay } entries behind. Still to answer: { $awaited }.
}
read-pending-time = Asked by { $seat }, about time: { $what }. Still to answer: { $awaited }.
read-pending-take-back = Asked by { $seat }: to go back to before { $before }. Still to answer: { $awaited }.
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
tables-to-agree = {"  "}to agree: { $seats }
tables-ready = {"  "}ready: { $seats }
tables-unready = {"  "}not ready yet: { $seats }
tables-open = {"  "}players are sought since { $since }
tables-yours = {"  "}you are asked since { $since }
