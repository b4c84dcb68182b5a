# A player at a seat, the same at every door.
table-peeks = { $count ->
    [one] Someone has looked at everything at this table once.
   *[other] Someone has looked at everything at this table { $count } times.
}
table-nothing-so-called = Nothing on the board is called “{ $what }”.
table-over = The game is over.
table-waiting = Waiting for: { $seats }.
table-waiting-free = Waiting for: { $seats }. Nobody holds this seat yet: { $free }.
table-you-play = You play: { $seats }.
table-taken = Taken by others: { $seats }.
request-take-back = { $seat } asks to undo everything from { $before } on.
request-take-back-orders = { $orders ->
    [one] { $seat } asks to take back the last order, { $before }.
   *[other] { $seat } asks to take back the last { $orders } orders of all players, from { $before } on.
}
request-close = { $seat } asks to close the table for good.
request-publish = { $delay ->
    [0] { $seat } asks to publish the table on a page for spectators.
   *[other] { $seat } asks to publish the table on a page for spectators, { $delay } entries behind.
}
request-publish-means = Anyone with its link could watch the page. Once the game is over, it shows the whole game, secrets included.
request-time = { $seat } proposes, about time: { $what }.
request-stop = { $seat } has stopped the clock and asks to leave it stopped.
request-stop-refused = The clock runs again.
request-master = { $seat } proposes: { $what }.
request-awaits = Still to answer: { $awaited }.
table-published = { $delay ->
    [0] Published: anyone with this link sees the table as a spectator does: { $link } Any player may remove the page with “unpublish”.
   *[other] Published: anyone with this link sees the table as a spectator does, { $delay } entries behind: { $link } Any player may remove the page with “unpublish”.
}
table-published-elsewhere = The table is published: anyone with its link sees it as a spectator does. Any player may remove the page with “unpublish”.
table-unpublished = The table’s page is removed, and its link is dead.
table-no-pages = Pages are not set up here: the operator must add { "`" }[pages]{ "`" } for { "`" }wardroom serve{ "`" }.
undone = Undone: { $orders }.
undone-many = Undone: { $count } orders, from { $first } to { $last }.
table-ask-undo-none = { $orders ->
    [0] None of the latest orders is yours.
    [one] Only one of the latest orders is yours.
   *[other] Only { $orders } of the latest orders are yours.
}
table-nothing-to-answer = There is no request for you to answer.
table-player-unnamed = A player's name must have letters, and at most { $most } bytes.
table-invite-none = No seat is free.
table-players-sought = Looking for players: the open seats are listed.
ready-waits = The game begins once every seat is taken and all players are ready.
ready-seats = Ready: { $seats }.
ready-unready = Not ready yet: { $seats }.
ready-begins = The time to be ready ends at { $at }. After it and its grace, the game begins without those who are not ready, and without their luck if they gave none.
luck-too-long = Luck has at most { $most } characters.
luck-no-hash = After `sha256:` come 64 hexadecimal digits: the SHA-256 of the SHA-256 of your words, as `help luck` says.
luck-needs-words = Type some words behind `luck`. Here the server itself would make up a number, which is no luck of yours.
luck-promised = Your luck is promised. When no other player can add luck any more, show it by adding the same words.
luck-of-words = Your words are part of the dice from now on. Only a hash is stored: remember them if you want to check it after the game.
luck-of-message = The number of this interaction is part of the dice from now on.
luck-drawn = Your program drew { $drawn }, which is part of the dice from now on. Note it if you want to check it after the game.
trust-dice = { $format ->
    [1] The dice follow from the club’s seed and the whole log (format 1).
   *[other] The dice follow from the club’s seed and the orders (format { $format }).
}
trust-dice-luck = The dice follow from the club’s seed, the orders and the luck of { $seats } (format { $format }).
trust-dice-no-luck = The dice follow from the club’s seed and the orders (format { $format }); no player has added luck.
trust-promised = Luck promised but not shown: { $seats }.
trust-none = No luck from { $seats }.
trust-checkpoint = Club’s log: checkpoint { $checkpoint }.
trust-cosigned = { $count ->
    [one] One witness cosigned it.
   *[other] { $count } witnesses cosigned it.
}
trust-lacks = Missing at this table: { $parts }.
trust-lacks-luck = luck of the players
trust-lacks-witness = a witness of the dice
trust-lacks-checkpoint = a checkpoint of the club’s log
trust-lacks-cosignature = a cosignature of the checkpoint
open-table = { $table }, { $game }: { $seats }. { $terms } Looking for players since { $since }.
open-no-pace = No pace is agreed.
open-none = No table is looking for players.
table-not-seated = You have no seat at table { $table }.
table-no-seat-for-computer = No seat is left for a computer: you have every seat of this table.
no-such-opponent = There is no computer player “{ $given }”. Choose midshipman, lieutenant or captain; or captain:N, which plays out N worlds for each decision, 1 to { $most }.
table-seats-are = The seats of this game are: { $seats }.
table-no-seat-called = There is no seat “{ $what }”. The seats are: { $seats }.
table-withdraw-none = There is no offer by you or to you.
table-seat-gone = You no longer hold a seat here; only its new player sees its secrets. The table continues without you.
table-who = { $seat }: { $what }
table-who-you = you
table-who-player = { $player }
table-computer = { $strength }{ $playouts } (computer)
table-who-unknown = another player
table-who-free = free
table-who-asked = to decide now
table-who-offered = offered to { $player }
table-who-offered-you = offered to you
table-unreached = Mail to the player of { $seats } at table { $table } does not arrive. The table waits for that player; try to reach them in another way.
recap-since = Since your order { $order }, { $at } UTC:
recap-since-last = Since the order { $order }, { $at } UTC:
recap-none = You have given no order here yet.
recap-more =
    { $count ->
        [one] (one line before these: { "`" }recap{ "`" })
       *[other] ({ $count } lines before these: { "`" }recap{ "`" })
    }
recap-day = Day { $day }:
recap-no-day = No day or turn { $day } has been played here.
order-unconfirmed = This order is not done yet. To do it anyway, type `{ $typed }`
