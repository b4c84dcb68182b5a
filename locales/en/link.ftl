# One person in two doors.
link-side-mail = { $name } by mail ({ $address })
link-side-discord = { $name } in Discord (user { $address })
link-would = This makes { $one } and { $other } one player, who has the seats of both and is called and told as { $one } is.
link-done = { $one } and { $other } are one player now. Both addresses are told. Within 7 days either can undo it.
link-would-part = This makes { $one } and { $other } two players again. Seats stay with the one who took them; those taken since they were linked stay with { $one }.
link-parted = { $one } and { $other } are two players again. Both addresses are told.
link-no-such-code = Nobody was shown that code within the last day. Codes are shown by `link` in the other door.
link-too-often = You gave { $most } codes today; try again tomorrow.
link-same-door = That code does not link two doors: it was shown in this door, or one of you plays in both already.
link-both-at-table = Both of you have, had or were offered a seat at table { $table }, which is still open and has several. You can be linked when it is closed.
link-not-linked = You are known in this door only.
link-too-late = You were linked more than { $days } days ago; that cannot be undone any more.
link-notice-linked = You and { $other } are one player now: either door plays all seats of both. If you did not do this, undo it within { $days } days: { $undo }
link-notice-undone = You and { $other } are two players again.
link-notices-which = Say where: `mail`, `discord` or `both`.
link-notices-set = That is where you are told what happens from now on.
link-answered-elsewhere = You answered that in another way meanwhile: { $order }
