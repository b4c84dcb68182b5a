# What the bot answers on Discord.
discord-broken = That could not be done, and nothing of it was written. Please try again; if it happens again, tell whoever runs this bot the number { $id }.
discord-unknown = This bot does not know that command or button. Nothing was changed.
discord-not-a-count = “{ $given }” is no number from 1.
discord-player-missing = Say which player.
discord-other-game = Table { $table } plays another game.
discord-no-table = There is no table “{ $given }” here.
discord-no-open-table = You have no open table here. `/table new` opens one, `/table join` takes a free seat.
discord-which-table = Several tables could be meant. Use the command in the table’s thread, or say which with the option `table`:
discord-line-asked = **{ $table }** { $where }: you are asked, since { $since }
discord-line-waits = **{ $table }** { $where }: others are asked, since { $since }
discord-line-offered = **{ $table }** { $where }: a seat is kept for you, since { $since }
discord-line-over = **{ $table }** { $where }: over, since { $since }
discord-no-seat = There is no seat “{ $given }”. The seats are: { $seats }.
discord-rest-in-file = There is more than fits here; the whole text is in the file.
discord-file-whole = The whole answer as text
discord-file-log = The log of table { $table }, one entry a line
discord-exported = Table { $table } as a file, as you may see it. Anyone can check it with `wardroom audit`.
discord-file-too-big = The file has { $bytes } bytes, and Discord takes { $most } here. Whoever runs this bot can export the table.
discord-done = Done.
discord-stale = Something was decided at this table since; here is how it stands now.
discord-not-done = Not done after that: { $rest }
discord-as-seat = You play: { $seat }
discord-agree = Agree
discord-object = Object
discord-not-started = The game at table { $table } has not begun. It begins when every seat is taken, or when { $opener } starts it.
discord-free-seats = Free: { $seats }. `/table join` takes a seat.
discord-start = Start the game
discord-orders = Give orders
discord-board = Board
discord-log = Log
discord-order-empty = Type an order, such as those that are suggested while you type.
discord-number-alone = A bare number is no order here; choose below, or type the order in words.
discord-verb-elsewhere = “{ $verb }” is no order of the game; look for it among `/table` and `/show`.
discord-not-now = Not now. { $why }
    [one] Please wait one second and try again.
   *[other] Please wait { $seconds } seconds and try again.
} Nothing was changed.
discord-cancelled = Nothing was changed.
discord-seat-of = This is for the seat { $seat }, which { $player } holds. Nothing was changed.
discord-seat-of-another = This is for the seat { $seat }, which another player holds. Nothing was changed.
discord-seat-free = This is for the seat { $seat }, which nobody holds. `/table join` takes it. Nothing was changed.
discord-new-needs-server = A table is opened in a channel of a server.
discord-new-not-in-thread = This thread belongs to a table already. Open the new one in a channel; it gets a thread of its own.
discord-opened = Table { $table } is opened: { $game }. Its thread follows in a moment.
discord-opened-practice = Table { $table } is opened for practice: { $game }. Orders may be taken back past dice. Its thread follows in a moment.
discord-opened-waits = The game begins when every seat is taken; you may start it sooner with `/table start`.
discord-which-game = Say which game. The games are: { $games }.
discord-option-twice = The option “{ $given }” is given twice.
discord-no-options = This game is opened without options; “{ $given }” is none.
discord-bad-option = The game does not take “{ $given }”. Its options are: { $options }.
discord-started = The game at table { $table } has begun.
discord-started-already = The game at table { $table } has begun already.
discord-start-who = Only { $opener }, who opened this table, may start it. It also begins when every seat is taken.
discord-nothing-to-join = No table here has a free seat. `/table new` opens one.
discord-join-which = Several tables have a free seat. Say which with the option `table`: { $tables }.
discord-joined = You have taken the seat { $seat } at table { $table }. What it keeps secret is shown to nobody else.
discord-waits-for-start = The game begins when every seat is taken, or when { $opener } starts it.
discord-declined = The seat { $seat } at table { $table } is declined.
discord-offered = The seat is kept for { $player }, who takes it with `/table join` at table { $table }.
discord-try-again = Something was decided at this table meanwhile. Please try again.
discord-pass-sure = Do you offer your seat { $seat } to { $player }? Whoever takes it has everything it knows, and you have it no more.
discord-pass-yes = Offer my seat
discord-cancel = No, change nothing
discord-request-gone = What you were asked to agree to is settled already. Nothing was changed.
discord-resign-sure = Resigning gives the game up and closes table { $table } for everybody, for good. Do you resign?
discord-resign-yes = I resign
discord-close-sure = Closing ends table { $table } for good and opens everything in its log. Do you close it?
discord-close-yes = Close the table
discord-close-who = Only { $opener }, who opened this table, or a manager of the server may close it.
discord-closed = Table { $table } is closed.
discord-list-none = You play at no open table here. `/table new` opens one, `/table join` takes a free seat.
discord-list-nothing-waits = Nothing waits for you.
discord-status-title = **Table { $table }: { $game }**
discord-another-player = another player
discord-chair-asked = { $seat }: { $player }, asked now
discord-chair-taken = { $seat }: { $player }
discord-chair-passed = { $seat }: { $player }, offered to { $to }
discord-chair-kept = { $seat }: kept for { $to }
discord-chair-free = { $seat }: free
discord-status-open = The last entry is from { $since }.
discord-status-not-started = The game has not begun. The last entry is from { $since }.
discord-status-over = The game is over, since { $since }.
discord-status-closed = The table is closed, since { $since }.
discord-status-practice = This table is for practice: orders may be taken back past dice.
discord-status-peeks = { $count ->
    [one] Everything at this table was looked at once.
   *[other] Everything at this table was looked at { $count } times.
}
discord-status-head = Log at `{ $head }`
discord-nothing-yet = There is nothing yet.
discord-no-entry = There is no entry “{ $given }”; the log goes from 1 to { $last }.
discord-replay-at = **After entry { $at } of { $last }**, log at `{ $head }`
discord-audit-well = **The audit of table { $table } found nothing wrong.**
discord-audit-not-well = **The audit of table { $table } found something wrong.**
discord-why-none = Nothing was sent to you for this table.
discord-why-delivered = Entry { $entry } ({ $why }): sent { $at }, { $outcome }
discord-why-given-up = Entry { $entry } ({ $why }): given up { $at }, { $outcome }
discord-why-waiting = { $attempts ->
    [0] Entry { $entry } ({ $why }): about to be sent
    [one] Entry { $entry } ({ $why }): failed once and will be tried again { $outcome }
   *[other] Entry { $entry } ({ $why }): failed { $attempts } times and will be tried again { $outcome }
}
discord-dm-which = Say whether direct messages shall be on or off.
discord-dm-on = What is for you alone now comes by direct message, as far as your settings let the bot write to you.
discord-dm-off = You get no more direct messages; you are called in the table’s thread.
discord-no-such-verb = There is no order “{ $verb }”. `/show help` lists those that are open now.
discord-help-open = **You may order now:**
discord-help = `/table new` opens a table, `/table join` takes a seat, `/table list` shows where you are awaited. Give orders with the buttons, with the commands of the game, or typed with `/order`. `/show board` shows the board to everybody’s eyes, `/show hand` what only you may see. `/show help` with an order explains it.
discord-game-goeben = Goeben, 1914
discord-game-grand_fleet = Grand Fleet
