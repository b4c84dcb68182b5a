# What the table itself refuses.
refusal-key-reused = That message was answered before, and it said something else then.
refusal-by-door = { $why }
refusal-no-such-seat = This table has no seat { $seat }.
refusal-not-the-owner = Only whoever opened this table may close it.
refusal-not-your-seat = You do not hold the seat { $seat } at this table.
refusal-order-too-long = That order is too long; at most { $limit } bytes are read.
refusal-read-only = This table came from somebody’s view and can only be read.
refusal-seat-taken = The seat { $seat } is taken.
refusal-rules-newer = This table is played under version { $theirs } of the rules; this program has version { $ours } only.
refusal-table-closed = This table is closed.
refusal-seat-reserved = The seat { $seat } is kept for another player.
refusal-no-such-offer = The seat { $seat } is not offered to you or by you.
refusal-nobody-to-ask = Nobody else sits at this table who could agree.
refusal-request-pending = A request is still to be answered (entry { $entry }).
refusal-no-such-request = The request of entry { $entry } no longer stands.
refusal-answered-already = You agree already (entry { $entry }).
refusal-no-order-there = Entry { $entry } is no order that one could go back to before.
refusal-close-needs-agreement = Others sit at this table too: they have to agree to closing it.
refusal-published-already = The table is published already (entry { $entry }): `unpublish` first, to publish it another way.
refusal-not-published = The table is not published.
refusal-players-sought = The table looks for players already.
refusal-players-not-sought = The table does not look for players.
refusal-no-free-seat = No seat is free.
refusal-free-seat-kept = The free seat { $seat } is kept for somebody, so there is none to list. Withdraw that offer first.
refusal-offered-already = The seat { $seat } is kept for that player already.
refusal-ready-alone = This game has one seat: there is nobody to be ready with.
refusal-no-ready-check = This table was opened without a ready check: the game has begun.
refusal-play-began = The game has begun.
refusal-ready-already = You have said that you are ready.
refusal-not-ready-yet = You have not said that you are ready.
refusal-not-all-ready = The game has not begun: it waits until every seat is taken and all players are ready.
refusal-rematch-not-over = A rematch is for a game that is over.
refusal-rematch-not-yours = Only who sat at this table may ask for a rematch.
refusal-delay-too-long = A page stays at most { $most } entries behind.
refusal-game-is-over = The game is over.
refusal-nothing-to-take-back =
    { $possible ->
        [0] There is nothing to take back.
        [one] Only one order can be taken back: there are no more.
       *[other] Only { $possible } orders can be taken back: there are no more.
    }
refusal-take-back-past-roll =
    { $possible ->
        [0] That cannot be taken back: dice were rolled since (entry { $entry }).
        [one] Only one order can be taken back: before it dice were rolled (entry { $entry }).
       *[other] Only { $possible } orders can be taken back: before them dice were rolled (entry { $entry }).
    }
refusal-take-back-past-reveal =
    { $possible ->
        [0] That cannot be taken back: something hidden was shown since (entry { $entry }).
        [one] Only one order can be taken back: before it something hidden was shown (entry { $entry }).
       *[other] Only { $possible } orders can be taken back: before them something hidden was shown (entry { $entry }).
    }
refusal-take-back-needs-consent =
    { $possible ->
        [0] That cannot be taken back alone: another player has given an order since (entry { $entry }).
        [one] Only one order can be taken back alone: the one before it is another player’s (entry { $entry }).
       *[other] Only { $possible } orders can be taken back alone: the one before them is another player’s (entry { $entry }).
    }
