# One person in two doors.
link-side-mail = { $name } by mail ({ $address })
link-side-discord = { $name } in Discord (user { $address })
link-would = This makes { $one } and { $other } one player, with the seats of both and the name and notifications of { $one }.
link-done = { $one } and { $other } are now one player. Both addresses are told. Within 7 days either can undo it.
link-would-part = This makes { $one } and { $other } two players again. Each seat stays with the one who took it; seats taken since the link stay with { $one }.
link-parted = { $one } and { $other } are two players again. Both addresses are told.
link-no-such-code = Nobody was given that code within the last day. `link` in the other door gives a code.
link-too-often = You have tried { $most } codes today; try again tomorrow.
link-same-door = That code does not link two doors: it comes from this door, or one of you plays in both already.
link-both-at-table = Both of you have, had or were offered a seat at table { $table }, which is still open and has several seats. You can be linked when it is closed.
link-not-linked = You play in this door only.
link-too-late = You were linked more than { $days } days ago; that can no longer be undone.
link-notice-linked = You and { $other } are now one player: either door plays all seats of both. If you did not do this, undo it within { $days } days: { $undo }
link-notice-undone = You and { $other } are two players again.
link-notices-which = Choose where: `mail`, `discord` or `both`.
link-notices-set = Notifications go there from now on.
link-answered-elsewhere = You have answered that through another door already: { $order }
