# A player at a seat, the same at every door.
desk-peeks = { $count ->
    [one] Everything at this table was looked at once.
   *[other] Everything at this table was looked at { $count } times.
}
desk-nothing-so-called = Nothing on the board is called “{ $what }”.
desk-over = The game is over.
desk-waiting = Waiting for: { $seats }.
desk-waiting-free = Waiting for: { $seats }. Nobody holds this seat yet: { $free }.
desk-you-play = You play: { $seats }.
desk-taken = Taken by others: { $seats }.
desk-request-open = Still to be answered by { $awaited }: { $seat } asks to go back to before { $before }. `object` ends it.
desk-request-open-close = Still to be answered by { $awaited }: { $seat } asks to close the table. `object` ends it.
desk-request-open-publish = { $delay ->
    [0] Still to be answered by { $awaited }: { $seat } asks to publish the table on a page for spectators. `object` ends it.
   *[other] Still to be answered by { $awaited }: { $seat } asks to publish the table on a page for spectators, { $delay } entries behind. `object` ends it.
}
desk-request-open-time = Still to be answered by { $awaited }: { $seat } asks, about time: { $what }. `object` ends it.
desk-published = { $delay ->
    [0] Published: whoever has this link sees the table as a spectator does: { $link } Any player may take it away with “unpublish”.
   *[other] Published: whoever has this link sees the table as a spectator does, { $delay } entries behind: { $link } Any player may take it away with “unpublish”.
}
desk-published-elsewhere = The table is published: whoever has its link sees it as a spectator does. Any player may take that away with “unpublish”.
desk-unpublished = The table’s page is taken away, and its link is dead.
desk-no-pages = Nothing here shows pages: whoever runs this club would have to set up { "`" }[pages]{ "`" } for { "`" }wardroom serve{ "`" }.
undone = Undone: { $orders }.
undone-many = Undone: { $count } orders, from “{ $first }” to “{ $last }”.
desk-ask-undo-none = { $orders ->
    [0] None of the latest orders is yours.
    [one] Only one of the latest orders is yours.
   *[other] Only { $orders } of the latest orders are yours.
}
desk-nothing-to-answer = Nobody asks you to agree to anything.
desk-player-unnamed = A player's name has letters, and at most { $most } bytes.
desk-invite-none = No seat is free.
desk-players-sought = Players are sought: the open seats are listed.
ready-waits = The game begins once every seat is taken and all players are ready.
ready-seats = Ready: { $seats }.
ready-unready = Not ready yet: { $seats }.
open-table = { $table }, { $game }: { $seats }. { $terms } Players are sought since { $since }.
open-no-pace = No pace is agreed on.
open-none = No table looks for players.
desk-not-seated = You have no seat at table { $table }.
desk-no-seat-for-computer = No seat is left for a computer: you take every seat of this table.
no-such-opponent = No computer player is called { $given }: there are midshipman, lieutenant and captain, and captain:N, who plays out N worlds for a decision, 1 to { $most }.
desk-seats-are = The seats of this game are: { $seats }.
desk-no-seat-called = There is no seat “{ $what }”. The seats are: { $seats }.
desk-withdraw-none = No seat is offered by you or to you.
desk-seat-gone = You hold no seat here any more: what it sees is its new player's. The table goes on without you.
desk-who = { $seat }: { $what }
desk-who-you = you
desk-who-player = { $player }
desk-computer = { $strength }{ $playouts } (computer)
desk-who-unknown = another player
desk-who-free = free
desk-who-asked = asked now
desk-who-offered = offered to { $player }
desk-who-offered-you = offered to you
desk-unreached = Mail to the player of { $seats } at table { $table } does not arrive. The table waits for them; you may want to reach them in another way.
recap-since = Since your order { $order }, { $at } UTC:
recap-since-last = Since the order { $order }, { $at } UTC:
recap-none = You have given no order here yet.
recap-more = ({ $count } lines before these: { "`" }recap{ "`" })
recap-day = Day { $day }:
recap-no-day = No day or turn { $day } has been played here.
order-unconfirmed = This order is not done yet. To do it all the same: `{ $typed }`
