# What the dice may make of an order.
odds-german-first = the Germans fire first
odds-allied-first = the Allies fire first
odds-no-contact = no contact
odds-hit = a hit
odds-withdrawn = withdraws
odds-sunk = sunk
odds-unit-destroyed = a coastal unit destroyed
odds-nothing = nothing
odds-signals-intercepted = alert up by one
odds-received = two units shown
odds-breakthrough = all units in one place shown
odds-jamming = alert down by one
odds-outwitted = alert down by two
odds-jamming-or-breakthrough = alert down by one or all units in one place shown
odds-die-mends = each die mends a box
odds-sighted = all units there shown
odds-shot-down = the seaplane lost
odds-engine-breaks = an engine box lost
chance-move =
    { $speed ->
        [emergency] Any ship at emergency speed
        [maximum] Any ship at maximum speed
       *[cruise] Any ship cruising
    }
chance-repair = Repairs on { $ship }
chance-scout = A flight from { $ship }
