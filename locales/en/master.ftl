# The game master of a table: a person without a seat who keeps it going.
log-seat-master = the game master
log-master-proposed = { $seat } proposes a game master for this table. The others must agree.
log-no-master-proposed = { $seat } proposes to continue without the game master. The others must agree.
log-master = The table has a game master, who holds no seat and sees what a spectator sees.
log-no-master = The table no longer has a game master.
log-master-laid-down = The game master has resigned.
log-seat-left = The player of { $seat } has left the table. The table is looking for a new player.
log-seat-vacated = The game master has removed the player of { $seat }. The table is looking for a new player.
log-time-changed-master = The game master changes the time at this table: { $what }.
log-time-extended = The game master has given { $seat } { $hours ->
    [one] one more hour
   *[other] { $hours } more hours
} for the decision.
closing-master = by the game master
master-ask = { $player } becomes game master
master-ask-none = the table continues without its game master
master-is = Game master: { $player }, who holds no seat and sees what a spectator sees. The game master may pause, give more time, replace a player and close the table.
master-none = This table has no game master.
master-done-laid-down = You are no longer the game master.
master-done-paused = The clock is stopped.
master-done-resumed = The clock is running.
master-done-extended = { $seat } has { $hours ->
    [one] one hour
   *[other] { $hours } hours
} more: the decision is due by { $due }.
master-done-vacated = { $seat } no longer has a player. The table is looking for one.
master-done-replaced = { $seat } is kept for { $player }.
master-done-closed = Table { $table } is closed.
master-misread = “{ $given }” is not a command for a game master. Write `pause`, `pause until 24 Dec`, `resume`, `extend { $seat } 2d`, `replace { $seat }`, `replace { $seat } NAME`, `close yes` or `lay-down`.
master-close-sure = This closes the table for good. To do it, write `close yes`.
master-extend-hours = How much more time? Write hours or days, such as `extend { $seat } 12h` or `extend { $seat } 2d`; the limit is { $most } hours.
refusal-not-the-master = You are not the game master of this table.
refusal-no-master = This table has no game master.
refusal-master-already = That player is the game master already.
refusal-master-has-seat = A game master holds no seat, but that player has one here.
refusal-master-has-no-seat = You are the game master here, so you cannot hold a seat. Type `lay-down` first.
refusal-master-sets-no-terms = Only the players can agree on time.
refusal-nothing-due = { $seat } has nothing to decide now.
refusal-extension-of-nothing = That is not a length of time. Give at least one hour, at most { $most }.
refusal-seat-has-no-player = { $seat } has no player to replace.
discord-dm-master = { $game }, table `{ $table }`: the game master has changed, or there is none now. Table: { $place }
discord-dm-vacated = { $game }, table `{ $table }`: a seat no longer has a player, and others may take it. Table: { $place }
discord-cause-master = The game master changed, or there is none now
discord-cause-vacated = A seat lost its player
mail-why-master = The game master has changed, or there is none now.
mail-why-vacated = A seat no longer has a player, and others may take it.
master-prompt = This table has a game master, who may give more time.
discord-line-master = **{ $table }** { $where }: you are its game master
mail-line-master = { $label }: you are its game master
discord-ping-replaced = { $player }, the game master has removed you from the seat { $seat }; the table is looking for another player.
discord-dm-replaced = { $game }, table `{ $table }`: the game master has removed you from the seat { $seat }; the table is looking for another player. Table: { $place }
discord-cause-replaced = The game master removed you from a seat
mail-why-replaced = The game master has removed you from the seat { $seat }; the table is looking for another player.
