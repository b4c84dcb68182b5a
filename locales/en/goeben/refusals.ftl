# Why an order is refused.
refusal-collier-first =
    { $colliers ->
        [one] A collier is still to be placed.
       *[other] { $colliers } colliers are still to be placed.
    }
refusal-options-apart = “{ $option }” and “{ $other }” cannot be combined.
refusal-intelligence-spent = Intelligence has already been tried today.
refusal-not-now = “{ $verb }” is not possible now.
refusal-repair-dice =
    { $dice ->
        [one] { $ship } has one repair die, for damaged systems only.
       *[other] { $ship } has { $dice } repair dice, for damaged systems only.
    }
refusal-scenario-over = The scenario is over.
refusal-visit-is-over = The neutral visit is over: { $ship } must leave and can do nothing more there.
refusal-already-bombarded = { $space } has already been bombarded today.
refusal-already-moved = { $ship } has already moved today.
refusal-already-repaired = { $ship } has already rolled for repairs today.
refusal-already-drawn = That supply at { $space } has already been used today.
refusal-cargo-optional = { $item } belongs to an optional rule that is not in use.
refusal-fired-this-round = { $ship } has already fired in this round.
refusal-must-stop = Ships entering { $space } must stop there.
refusal-no-allied-harbour = { $space } is not an Allied port or base.
refusal-no-ammunition = { $ship } has no ammunition.
refusal-no-coastal-unit = { $space } has no coastal unit left.
refusal-no-counter-left =
    { $count ->
        [one] The only counter of { $item } is in use.
       *[other] All { $count } counters of { $item } are in use.
    }
refusal-no-engines = The engines of { $ship } are at 0: repair them first.
refusal-no-free-box = { $ship } has no free hull box.
refusal-no-guns-for-it = No ship at { $space } has both guns and ammunition for it.
refusal-no-line = { $from } and { $to } are not connected.
refusal-no-seebataillon = { $ship } has no Seebataillon aboard.
refusal-no-ship-there = No German ship is at { $space }.
refusal-no-such-guns = { $ship } has nothing left to fire in this round.
refusal-armour-too-thick = The guns and Leadership of { $ship } leave no die against the armour of { $target }.
refusal-no-such-target = { $ship } cannot fire at { $target } now.
refusal-not-enough-points =
    { $left ->
        [one] { $item } costs { $cost } cargo points; { $ship } has one left.
       *[other] { $item } costs { $cost ->
            [one] one cargo point
           *[other] { $cost } cargo points
        }; { $ship } has { $left } left.
    }
refusal-not-in-battle = { $ship } is not in this battle.
refusal-nothing-to-repair = { $ship } has no damage that can be repaired.
refusal-nothing-to-draw = { $space } has no supplies of that kind.
refusal-no-room-for-it = The ships at { $space } have no room for it.
refusal-outfitted-this-turn = { $ship } has outfitted today and may not move.
refusal-poor-visibility = Visibility at { $space } is too poor.
refusal-port-not-clear = { $space } cannot be taken: it must be an Allied port without coastal units, enemies or storm.
refusal-ship-sunk = { $ship } is sunk.
refusal-storm = There is a storm at { $space }.
refusal-too-far = { $ship } cannot go { $spaces } spaces at that speed; the limit is { $limit }.
refusal-no-coal = { $ship } has no coal for that speed.
refusal-engines-too-weak =
    { $speed ->
        [emergency] The engines of { $ship } cannot reach emergency speed.
       *[maximum] The engines of { $ship } cannot reach maximum speed.
    }
refusal-black-sea-closed = { $space } is closed to every ship.
refusal-atlantic-closed = { $space } is open in the Atlantic mission only.
refusal-visited-already = { $space } has already had its one visit.
refusal-french-fleet-at-sea = The French fleet bars { $space } today.
refusal-ship-elsewhere = { $ship } is not at { $space }.
refusal-points-to-share =
    { $points ->
        [one] Share out one point, to a ship with room for it.
       *[other] Share out { $points } points, to ships with room for them.
    }
refusal-no-friendly-base = Cargo can be loaded only in friendly naval bases.
refusal-box-not-free = That hull box is full or lost.
refusal-not-aboard = That counter is not aboard { $ship }.
refusal-crew-stays-aboard = Crew can leave a ship only in friendly ports and bases.
refusal-no-harbour-to-trade-in = Cargo can change ships only in a port or base, out of reach of enemy guns.
refusal-one-holder = Only { $ship } has that counter: give the order without `to`.
refusal-not-together = The ships are not in the same harbour.
refusal-no-allied-port = { $space } is not an Allied port; only those can be taken.
refusal-port-taken-already = { $space } is taken already.
refusal-not-damaged = { $track } of { $ship } has no damage.
refusal-nothing-face-down = There is nothing face down at { $space }.
refusal-no-sea-space = { $space } is a harbour; colliers wait at sea.
refusal-collier-there = A collier waits at { $space } already.
refusal-no-torpedoes = { $ship } has no torpedoes left.
refusal-there-already = { $ship } is at { $space } already: name the spaces it enters.
