# What the table itself refuses.
refusal-key-reused = A message with the same id was answered before, and its text was different.
refusal-by-door = { $why }
refusal-no-such-seat = This table has no seat { $seat }.
refusal-not-the-owner = Only the player who opened this table may close it.
refusal-not-your-seat = You do not hold the seat { $seat } at this table.
refusal-order-too-long = That order is too long; the limit is { $limit } bytes.
refusal-read-only = This table was imported from one player’s view, so it can only be read.
refusal-seat-taken = The seat { $seat } is taken.
refusal-rules-newer = This table uses version { $theirs } of the rules; this program only has version { $ours }. Play it with a newer program.
refusal-table-closed = This table is closed.
refusal-seat-reserved = The seat { $seat } is kept for another player.
refusal-no-such-offer = There is no offer of the seat { $seat } to you or by you.
refusal-nobody-to-ask = Nobody else plays at this table, so there is nobody to ask.
refusal-request-pending = Another request is still to be answered (entry { $entry }).
refusal-no-such-request = The request of entry { $entry } is no longer open.
refusal-answered-already = You have agreed already (entry { $entry }).
refusal-no-order-there = Entry { $entry } is not an order that can be undone.
refusal-close-needs-agreement = Others play at this table too, and must agree before it closes.
refusal-published-already = The table is published already (entry { $entry }): `unpublish` first, to publish it another way.
refusal-not-published = The table is not published.
refusal-players-sought = The table is looking for players already.
refusal-players-not-sought = The table is not looking for players.
refusal-no-free-seat = No seat is free.
refusal-free-seat-kept = The free seat { $seat } is kept for somebody, so there is none to list. Withdraw that offer first.
refusal-offered-already = The seat { $seat } is kept for that player already.
refusal-ready-alone = This game has only one seat, so no ready check is needed.
refusal-no-ready-check = This table has no ready check: the game has begun.
refusal-play-began = The game has begun.
refusal-ready-already = You are marked as ready already.
refusal-not-ready-yet = You are not marked as ready.
refusal-not-all-ready = The game has not begun: it waits until every seat is taken and all players are ready.
refusal-no-entropy-asked = The dice of this table take no luck of players. A table opened with `dice=players` does.
refusal-entropy-given = Luck was added for your seat already, and stays. Say `ready`.
refusal-entropy-closed = No luck can be added any more: a promise has been shown. You can still mark yourself as ready.
refusal-entropy-not-promised = That is not what you promised: the SHA-256 of its SHA-256 is another.
refusal-entropy-too-early = Wait until every seat is taken and each other player has added luck, promised it or is ready. Otherwise they could choose theirs by yours.
refusal-rematch-not-over = You can ask for a rematch when the game is over.
refusal-rematch-not-yours = Only players of this table may ask for a rematch.
refusal-delay-too-long = A page may be at most { $most } entries behind.
refusal-game-is-over = The game is over.
refusal-nothing-to-take-back =
    { $possible ->
        [0] There is nothing to take back.
        [one] Only one order can be taken back: there are no more.
       *[other] Only { $possible } orders can be taken back: there are no more.
    }
refusal-take-back-past-roll =
    { $possible ->
        [0] That cannot be taken back: dice were rolled after it (entry { $entry }).
        [one] Only one order can be taken back: dice were rolled before it (entry { $entry }).
       *[other] Only { $possible } orders can be taken back: dice were rolled before them (entry { $entry }).
    }
refusal-take-back-past-reveal =
    { $possible ->
        [0] That cannot be taken back: something hidden was shown after it (entry { $entry }).
        [one] Only one order can be taken back: something hidden was shown before it (entry { $entry }).
       *[other] Only { $possible } orders can be taken back: something hidden was shown before them (entry { $entry }).
    }
refusal-take-back-needs-consent =
    { $possible ->
        [0] You cannot take that back alone: another player has given an order since (entry { $entry }).
        [one] You can take back only one order alone: the one before it is another player’s (entry { $entry }).
       *[other] You can take back only { $possible } orders alone: the one before them is another player’s (entry { $entry }).
    }
table-unreadable = Table { $table } cannot be read just now. Nothing of it is lost; the operator has a line about it in the log.
