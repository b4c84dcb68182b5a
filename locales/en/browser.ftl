# The board in the browser.
browser-link = Your board in the browser: { $link }
    The link is good once, for { $minutes } minutes. It opens your tables to anyone who has it, so keep it to yourself; `browser off` ends your sessions.
browser-off = Your sessions are ended in every browser. { $command } shows a new link.
browser-misread = “{ $given }” is not a browser command. { $command } shows a link; with `off` it ends your sessions.
browser-none = The board in the browser is not set up here: the operator must add { "`" }[play]{ "`" } for { "`" }wardroom serve{ "`" }. On your own machine, { "`" }wardroom play --browser{ "`" } opens it.
board-entrance = This opens the tables of { $name } in this browser, for 30 days. The link is good once.
board-entered = This browser is open for { $name } already: go to the tables.
board-entered-other = This browser is now open for { $name }. That ends here if you go on.
board-enter = Open my tables
board-by-mail = This is where you play, but this browser is not yours yet. A mail to you brings a link that opens it, once, for ten minutes.
board-mail-me = Mail me a link
board-mailed = If this link is yours, a mail is on its way to you, unless you have just had some. Open the link in it here within ten minutes.
board-launching = Opening your tables. Discord may ask you once whether Wardroom may know your name.
board-not-launched = Discord does not say who you are. Close this and open it again, or type `/me browser`.
board-needs-script = In Discord this page needs scripts. `/me browser` opens the board in a browser without them.
board-nothing = There is nothing here for you. The link may be spent, too old or for another player. Type `/me browser` in Discord, or `browser` in a mail or at the terminal, for a new link.
board-too-much = That was too much at once. Wait a minute, then load the page again.
board-too-large = That is more than a page here takes. Nothing was done. Go back: what you filled in is still there.
board-trouble = The table cannot be read just now. Nothing that you chose is lost: load the page again in a moment.
board-left = You have left: your sessions are ended in every browser. Type `browser` at your table for a new link.
board-leave = Leave in every browser
board-tables = My tables
board-no-tables = You have no table yet.
board-table-asked = waits for you
board-table-waits = waits for others
board-table-over = is over
board-table-master = you are game master
board-table-offered = a seat is offered to you
board-next = Next table that waits for me
board-seats = My seats
board-to-orders = To the orders
board-orders = Orders
board-question = Your decision
board-time-left = { $days ->
    [0] { $hours } h { $minutes } min left
   *[other] { $days } d { $hours } h left
}
board-changed = What you may order has changed. Please start over.
board-anew = That order was begun in an earlier session, or its address is damaged. Please start over.
board-stale = The table has changed since that page was shown. Nothing was done; this is how it is now.
board-typed = What you typed is on the line below.
board-given = That order was given already, and is not given twice. This is how the table is now.
board-agree = Agree
board-object = Object
board-ready = Ready
board-undo = Take my last order back
board-again = Load again
board-news = Something has changed at the table.
board-lost = The connection is lost. The page tries again by itself; what you chose is kept.
board-resign = Resign
board-close = Close the table
board-unpublish = End the page
board-publish = Publish
board-who = Who plays
board-ask-undo = Ask to take back so many of my orders
board-pause = Ask for a pause, such as “until Friday”
board-pace = Propose a pace, such as “2d”
board-requests = Requests and the table
board-views = Pictures
board-view-end = The whole game
board-view-card = Combat
board-view-close = Close-up
board-view-whole = Whole map
board-view-map = Map
board-view-fleets = Fleets
board-several = Choose
board-all-of = All { $class } ({ $count })
board-each = One by one
board-text = Your words
board-go-on = Go on
board-misfilled = That does not fit. Check the limits and try again.
board-line = Or type anything that you can type elsewhere
board-send = Send
board-odds = Odds
board-log = Log
board-now = As it is now
board-after = One order on
board-before = One order back
board-first = The beginning
board-past = Look back: step { $step } of { $steps }, after entry { $entry }
board-look-back = Look back
board-in-words = The board in words
board-no-numbers = There are no numbered orders on this page: choose one, or type it.
board-rest = Not done: { $rest }
board-close-sure = This ends the table for good and opens everything in its log.
board-resign-sure = Resigning gives the game up and closes this table for everybody, for good.
board-pass-sure = This offers your seat to that player. Whoever takes it gets everything that the seat knows, and you lose it.
board-not-here = That is not possible in the browser. It works at the terminal, in Discord or by mail.
board-no-options = There is no order “{ $verb }” now. The legal orders are on this page.
board-help = Choose on the board or in the list, or type an order. `options` and a verb list its orders; `help` and a verb explain it.
in-browser-answer = Press Agree or Object.
in-browser-answer-stop = Agree to leave it stopped, or object to start it again.
in-browser-object-ends = `object` ends the request.
in-browser-join = join { $table } { $seat }
in-browser-standing-disarmed = { $count ->
    [one] Orders were taken back, so your standing order { $names } is disarmed. `standing arm all` arms it again.
   *[other] Orders were taken back, so your standing orders { $names } are disarmed. `standing arm all` arms them again.
}
in-browser-offered-you = Offered to you: { $seat }. To take it, use the door by which it was offered: `{ $command }`.
in-browser-ask-undo = `ask-undo { $count }` asks the other players to agree.
in-browser-ask-undo-last = `ask-undo` asks the other players to agree.
in-browser-ask-undo-alone = You need no agreement: `undo { $count }` takes that back.
in-browser-player-takes = { $player } is told, and takes the seat at their own door.
in-browser-invite-which = Choose a seat: `invite ADDRESS SEAT`. Free: { $seats }.
in-browser-withdraw-which = Choose a seat: `withdraw-offer SEAT`. Offered: { $seats }.
in-browser-join-which = Choose a seat. Free: { $seats }.
in-browser-free = Free: { $seat }.
in-browser-ready = Press Ready when you are ready; `unready` takes it back.
in-browser-rematch = { $own ->
    [0] The rematch is table { $table }; no seat is kept for you there.
   *[other] The rematch is table { $table }, where you play: { $seats }. A seat is kept for each of the others.
}
in-browser-browser = `browser`
in-browser-closed = Table { $table } is closed. `log`, `dice` and `show` still answer.
in-browser-try = Try: `{ $typed }`
in-browser-try-undo = Try: `undo`
browser-here = Open this in your browser: { $link }
    The link is good once. Enter shows another; Ctrl+C ends.
