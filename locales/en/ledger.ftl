# A table's log besides the game, and the dice page.
ledger-opened = The table is opened: { $game }.
ledger-opened-practice = The table is opened for practice: { $game }. Orders may be taken back past dice.
ledger-seat-taken = Seat taken: { $seat }.
ledger-seat-offered = Seat offered to a player: { $seat }.
ledger-offer-withdrawn = The offer of the seat no longer stands: { $seat }.
ledger-take-back-asked = Asked by { $seat }: to go back. The other players are to agree.
ledger-take-back-asked-before = Asked by { $seat }: to go back to before { $before }. The other players are to agree.
order-of = “{ $order }” ({ $seat })
order-of-seat = an order of { $seat }
order-sealed = an order that is sealed
order-sealed-of = a sealed order ({ $seat })
ledger-close-proposed = Proposed by { $seat }: to close the table. The other players are to agree.
ledger-publish-proposed = { $delay ->
    [0] Proposed by { $seat }: to publish the table. Whoever has its link could watch it on a page, as a spectator sees it. The other players are to agree.
   *[other] Proposed by { $seat }: to publish the table. Whoever has its link could watch it on a page, as a spectator sees it, { $delay } entries behind. The other players are to agree.
}
ledger-published = { $delay ->
    [0] The table is published: whoever has its link sees it on a page, as a spectator does.
   *[other] The table is published: whoever has its link sees it on a page, as a spectator does, { $delay } entries behind.
}
ledger-unpublished = { $seat } has taken the table’s page away: its link is dead.
ledger-players-sought = { $seat } says that the table looks for players. Its free seats are listed, and anybody may take one.
ledger-players-not-sought = { $seat } says that the table no longer looks for players.
ledger-ready-asked = The game begins once every seat is taken and all players are ready.
ledger-ready = Ready: { $seat }.
ledger-not-ready = No longer ready: { $seat }.
ledger-play-began = All players are ready: the game begins.
ledger-agreed = Agreed by { $seat } to what is asked.
ledger-refused = Not agreed by { $seat } to what was asked: it no longer stands.
ledger-resigned = Resigned: { $seat }.
ledger-taken-back = Taken back: the table stands again as after entry { $to }. What came between stays in the log, undone.
ledger-unsealed = { $count ->
    [one] One sealed entry is opened.
   *[other] { $count } sealed entries are opened.
}
ledger-closed = The table is closed: { $why }.
closing-abandoned = given up
closing-agreed = by agreement
closing-resigned = resigned
closing-manager = by a manager of the place it is played at
closing-over = played to the end
ledger-seed = The seed is public: everyone can recompute every die with `audit` or a checker of their own.
ledger-rules-changed = From here on the table is played under version { $to } of this program's rules; it was { $from } before.
ledger-peeked = Somebody looked at everything ({ $what }).
dice-row = { $seq }: { $text }
dice-none = Nothing has been rolled yet.
dice-all = all dice
dice-both = all sides
dice-tally = { $purpose }, { $side }: n = { $n }, faces 1 to 6: { $counts }, expected { $expected } each, chi-square { $chi }, p = { $p }
dice-tally-few = { $purpose }, { $side }: n = { $n }, faces 1 to 6: { $counts }, expected { $expected } each, too few for a test (under { $enough })
side-table = table
replay-place = Entry { $at } of { $of }.
replay-no-such = There is no entry { $at }; the log has { $of }.
replay-no-such-part = There is no { $name } { $part } at this table.
part = part
replay-outside = Entry { $at } does not belong to { $name } { $part }.
replay-how = Enter or n goes forwards, b back, a number to that entry; `board` shows the whole position, q ends.
post-mortem-of = The chance of { $seat } to win, by { $playouts } playouts of each order. Orders that changed less than half a point are left out.
post-mortem-swing = { $order }, { $before } % → { $after } %: choice { $choice }, dice { $dice }
post-mortem-sum = { $seat }: from { $before } % to { $after } %. Own choices { $own } (give or take { $own-error }), those of the other side { $others } (give or take { $others-error }), dice { $dice }.
post-mortem-rough = Not all of it was worked out, so the figures are rough.
post-mortem-stopped-early = That was stopped before anything was known.
post-mortem-not-over = What decided a game is told once it is over.
post-mortem-none = What decided this game cannot be told: no computer plays it.
post-mortem-too-long = Working out what decided this game takes longer than { $seconds } seconds here. `wardroom replay { $table } --post-mortem` does it in full.
post-mortem-too-long-here = Working out what decided this game takes longer than { $seconds } seconds here. `show decided { $most }` takes up to { $most } seconds, and Enter ends it before that; `wardroom replay { $table } --post-mortem` does it in full.
roll-ledger = { $what } Rule { $rule }.
