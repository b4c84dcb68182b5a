# What players ask of each other at the terminal.
terminal-request-take-back = Asked by { $seat }: to go back to after entry { $to }. Type `agree` or `object`.
terminal-request-take-back-orders = { $orders ->
    [one] Asked by { $seat }: to take back the last order and go back to after entry { $to }. Type `agree` or `object`.
   *[other] Asked by { $seat }: to take back the last { $orders } orders of all players and go back to after entry { $to }. Type `agree` or `object`.
}
terminal-request-close = Asked by { $seat }: to close the table for good. Type `agree` or `object`.
terminal-request-open = Still to be answered by { $awaited }: what { $seat } asks (entry { $entry }). `object` ends it.
terminal-offered-you = Offered to you: { $seat }. To take it, type in another terminal: { $command }. `withdraw-offer { $typed }` declines it.
terminal-ask-undo = `ask-undo { $count }` asks the other players to agree to it.
terminal-ask-undo-last = `ask-undo` asks the other players to agree to it.
terminal-ask-undo-none = { $orders ->
    [0] None of the latest orders is yours.
    [one] Only one of the latest orders is yours.
   *[other] Only { $orders } of the latest orders are yours.
}
terminal-ask-undo-alone = Nobody has to be asked: `undo { $count }` takes that back.
terminal-nothing-to-answer = Nobody asks you to agree to anything.
terminal-resign-sure = Resigning gives the game up and closes this table for everybody, for good. Type `resign yes` to resign.
terminal-player-added = Nobody has played here as “{ $player }” before; that name is known from now on.
terminal-player-takes = To take the seat, { $player } types: { $command }
terminal-player-unnamed = A player's name has letters, and at most { $most } bytes.
terminal-invite-which = Say which seat: `invite PLAYER SEAT`. Free: { $seats }.
terminal-invite-none = No seat is free.
terminal-no-seat-called = There is no seat “{ $what }”. The seats are: { $seats }.
terminal-withdraw-which = Say which seat: `withdraw-offer SEAT`. Offered: { $seats }.
terminal-withdraw-none = No seat is offered by you or to you.
terminal-seat-gone = You hold no seat here any more: what it sees is its new player's. The table goes on without you.
terminal-who = { $seat }: { $what }
terminal-who-you = you
terminal-who-player = { $player }
terminal-who-unknown = another player
terminal-who-free = free
terminal-who-asked = asked now
terminal-who-offered = offered to { $player }
terminal-who-offered-you = offered to you
terminal-declined = The seat { $seat } at table { $table } is declined.
read-waiting = Waiting for: { $seats }.
read-offered = Seat offered to a player: { $seats }.
read-pending-close = Asked by { $seat }: to close the table. Still to answer: { $awaited }.
read-pending-take-back = Asked by { $seat }: to go back to after entry { $to }. Still to answer: { $awaited }.
read-free = Free: { $seats }.
