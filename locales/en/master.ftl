# The game master of a table: a person without a seat who keeps it going.
ledger-seat-master = the game master
ledger-master-proposed = Proposed by { $seat }: a game master for this table. The other players are to agree.
ledger-no-master-proposed = Proposed by { $seat }: to do without the game master. The other players are to agree.
ledger-master = The table has a game master, who holds no seat and sees what an onlooker sees.
ledger-no-master = The table has no game master any more.
ledger-master-laid-down = The game master has laid the office down.
ledger-seat-left = The player of { $seat } has left the table. A player is sought for the seat.
ledger-seat-vacated = The game master has taken { $seat } from its player. A player is sought for the seat.
ledger-time-changed-master = From the game master, about time at this table: { $what }.
ledger-time-extended = The game master has given { $seat } { $hours ->
    [one] one more hour
   *[other] { $hours } more hours
} for the decision.
closing-master = by the game master
master-ask = { $player } becomes game master
master-ask-none = the table does without its game master
master-is = Game master: { $player }, who holds no seat, sees what an onlooker sees, and may pause, give more time, replace a player and close.
master-none = This table has no game master.
master-done-laid-down = You have laid the office down.
master-done-paused = The clock stands.
master-done-resumed = The clock goes on.
master-done-extended = { $seat } has { $hours ->
    [one] one hour
   *[other] { $hours } hours
} more: the decision is due by { $due }.
master-done-vacated = { $seat } has no player any more. The table looks for one.
master-done-replaced = { $seat } is kept for { $player }.
master-done-closed = The table { $table } is closed.
master-misread = “{ $given }” is nothing a game master does. Write `pause`, `pause until 24 Dec`, `resume`, `extend { $seat } 2d`, `replace { $seat }`, `replace { $seat } NAME`, `close yes` or `lay-down`.
master-close-sure = That closes the table for good. To do it, write `close yes`.
master-extend-hours = How much more time? Write hours or days, such as `extend { $seat } 12h` or `extend { $seat } 2d`; the most are { $most } hours.
refusal-not-the-master = You are not the game master of this table.
refusal-no-master = This table has no game master.
refusal-master-already = That is the game master already.
refusal-master-has-seat = A game master holds no seat, and that player has one here.
refusal-master-has-no-seat = You are the game master here, who holds no seat. Lay the office down first.
refusal-master-sets-no-terms = What is agreed about time is for the players to agree.
refusal-nothing-due = Nothing is due from { $seat }.
refusal-extension-of-nothing = That is no time. At least one hour, at most { $most }.
refusal-seat-has-no-player = { $seat } has no player who could be replaced.
desk-request-open-master = Still to be answered by { $awaited }: { $seat } proposes: { $what }. `object` ends it.
terminal-request-master = Proposed by { $seat }: { $what }. Type `agree` or `object`.
at-discord-request-master = Proposed by { $seat }: { $what }. Answer with `{ command-table-agree }` or `{ command-table-object }`.
at-mail-request-master = Proposed by { $seat }: { $what }. Answer `agree` or `object`.
read-pending-master = Proposed by { $seat }: { $what }. Still to answer: { $awaited }.
discord-dm-master = { $game }, table `{ $table }`: the table has another game master, or none. Table: { $place }
discord-dm-vacated = { $game }, table `{ $table }`: a seat has no player any more, and others may take it. Table: { $place }
discord-cause-master = The table has another game master, or none
discord-cause-vacated = A seat has no player any more
mail-why-master = The table has another game master, or none.
mail-why-vacated = A seat has no player any more, and others may take it.
master-prompt = This table has a game master, who may give more time.
discord-line-master = **{ $table }** { $where }: you are its game master
mail-line-master = { $table }: you are its game master
discord-ping-replaced = { $player }, the game master has taken the seat { $seat } from you: a player is sought for it.
discord-dm-replaced = { $game }, table `{ $table }`: the game master has taken the seat { $seat } from you. Table: { $place }
discord-cause-replaced = A seat of yours that the game master took
mail-why-replaced = The game master has taken the seat { $seat } from you: a player is sought for it.
