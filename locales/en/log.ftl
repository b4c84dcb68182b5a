# A table's log besides the game, and the dice page.
log-opened = The table is open: { $game }.
log-opened-practice = The practice table is open: { $game }. Orders may be taken back past dice.
log-seat-taken = Seat taken: { $seat }.
log-seat-offered = Seat offered to a player: { $seat }.
log-offer-withdrawn = The offer of the seat was withdrawn: { $seat }.
log-take-back-asked = { $seat } asks to undo. The others must agree.
log-take-back-asked-before = { $seat } asks to undo everything from { $before } on. The others must agree.
order-of = “{ $order }” ({ $seat })
order-of-seat = an order of { $seat }
order-sealed = a sealed order
order-sealed-of = a sealed order ({ $seat })
log-close-proposed = { $seat } asks to close the table. The others must agree.
log-publish-proposed = { $delay ->
    [0] { $seat } asks to publish the table: anyone with its link could watch it on a page, as a spectator. The others must agree.
   *[other] { $seat } asks to publish the table: anyone with its link could watch it on a page, as a spectator, { $delay } entries behind. The others must agree.
}
log-published = { $delay ->
    [0] The table is published: anyone with its link can watch it on a page, as a spectator.
   *[other] The table is published: anyone with its link can watch it on a page, as a spectator, { $delay } entries behind.
}
log-unpublished = { $seat } has removed the table’s page: its link is dead.
log-players-sought = { $seat } is looking for players for this table. Its free seats are listed, and anybody may take one.
log-players-not-sought = { $seat } has stopped looking for players for this table.
log-ready-asked = The game begins once every seat is taken and all players are ready.
log-ready = Ready: { $seat }.
log-not-ready = No longer ready: { $seat }.
log-wait-ended = The time to be ready is up: the game begins without those who were not ready. A seat that gave no luck has none in the dice.
log-play-began = The game begins.
log-entropy-asked = The set-up is rolled when all players are ready. Until then each player may add luck of their own to the dice.
log-entropy-promised = Luck promised by its hash: { $seat }.
log-entropy-given = Luck added to the dice: { $seat }.
log-agreed = { $seat } agrees to the request.
log-refused = { $seat } refuses: the request is void.
log-resigned = { $seat } resigns.
log-taken-back = Taken back: the table is as it was after entry { $to }. The log keeps what was undone.
log-unsealed = { $count ->
    [one] One sealed entry is opened.
   *[other] { $count } sealed entries are opened.
}
log-closed = The table is closed: { $why }.
closing-abandoned = given up
closing-agreed = by agreement
closing-resigned = resigned
closing-manager = by a manager of the server
closing-over = played to the end
log-seed = The seed is public: anyone can recompute every die with `audit` or another checker.
log-rules-changed = From here on version { $to } of this program's rules applies; before, it was version { $from }.
log-restored = A backup was restored: the entries from here up to { $head } are lost. Play continues from the last entry before them.
log-peeked = Somebody looked at everything ({ $what }).
dice-row = { $seq }: { $text }
dice-none = Nothing has been rolled yet.
dice-all = all dice
dice-both = all sides
dice-tally = { $purpose }, { $side }: n = { $n }, faces 1 to 6: { $counts }, expected { $expected } each, chi-square { $chi }, p = { $p }
dice-tally-few = { $purpose }, { $side }: n = { $n }, faces 1 to 6: { $counts }, expected { $expected } each, too few for a test (fewer than { $enough })
side-table = table
replay-place = Entry { $at } of { $of }.
replay-no-such = There is no entry { $at }; the log has { $of }.
replay-no-such-part = There is no { $name } { $part } at this table.
part = part
replay-outside = Entry { $at } does not belong to { $name } { $part }.
replay-how = Enter or n: next; b: back; a number: go to that entry; `board`: the whole position; q: end.
post-mortem-of = The chance of { $seat } to win, from { $playouts } playouts of each order. Orders that changed it by less than half a point are left out.
post-mortem-swing = { $order }, { $before } % → { $after } %: choice { $choice }, dice { $dice }
post-mortem-sum = { $seat }: from { $before } % to { $after } %. Own choices { $own } (give or take { $own-error }), those of the other side { $others } (give or take { $others-error }), dice { $dice }.
post-mortem-rough = The calculation was cut short, so the figures are rough.
post-mortem-stopped-early = It was stopped before there was a result.
post-mortem-not-over = What decided a game is shown once it is over.
post-mortem-none = What decided this game cannot be shown: no computer player can play it.
post-mortem-too-long = Working out what decided this game takes longer than { $seconds } seconds here. For the full result, run `wardroom replay { $table } --post-mortem`.
post-mortem-too-long-here = Working out what decided this game takes longer than { $seconds } seconds. `show decided { $most }` takes up to { $most } seconds, and Enter ends it earlier. For the full result, run `wardroom replay { $table } --post-mortem`.
roll-ledger = { $what } Rule { $rule }.
