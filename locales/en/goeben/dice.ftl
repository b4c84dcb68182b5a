# Dice of Goeben, 1914.
roll-other = Dice for { $purpose }, { $a }: { $dice }.
roll-break-off = Do the Allies break off at { $a }? They do on more than the alert level: { $dice }.
roll-collier-attacked =
    { $top ->
        [6] The collier at { $a } is attacked; a 6 sinks it: { $dice }.
       *[other] The collier at { $a } is attacked; a 6 sinks it: { $dice }, it is safe.
    }
roll-minefield =
    { $top ->
        [6] { $a } among mines; a 6 strikes one: { $dice }.
       *[other] { $a } among mines; a 6 strikes one: { $dice }, none is struck.
    }
roll-submarine =
    { $top ->
        [1] A submarine at { $a }; it attacks on 3 or more: { $dice }, a false alarm.
        [2] A submarine at { $a }; it attacks on 3 or more: { $dice }, a false alarm.
       *[other] A submarine at { $a }; it attacks on 3 or more: { $dice }.
    }
roll-submarine-torpedo =
    { $top ->
        [1] A submarine's torpedo at { $a }, high faces hit: { $dice }, a miss.
        [2] A submarine's torpedo at { $a }, high faces hit: { $dice }, a miss.
        [3] A submarine's torpedo at { $a }, high faces hit: { $dice }, a miss.
        [4] A submarine's torpedo at { $a }, high faces hit: { $dice }, a miss.
       *[other] A submarine's torpedo at { $a }, high faces hit: { $dice }.
    }
roll-target = The target of { $a }: number { $dice } of { $of } possible ones.
roll-torpedo-hit = The torpedo that hits { $a }: { $dice }.
roll-gunnery-hit = The shell that hits { $a }: { $dice }.
roll-bridge-hit = The bridge of { $a }: { $dice }.
roll-critical-hit = The critical hit on { $a }: { $dice }.
roll-gunnery =
    { $hits ->
        [0] { $a } fires at { $b }, { $c }: { $dice }, no hit.
        [one] { $a } fires at { $b }, { $c }: { $dice }, one hit.
       *[other] { $a } fires at { $b }, { $c }: { $dice }, { $hits } hits.
    }
roll-bombardment =
    { $hits ->
        [0] { $a } fires at the coast, { $c }: { $dice }, no hit.
        [one] { $a } fires at the coast, { $c }: { $dice }, one hit.
       *[other] { $a } fires at the coast, { $c }: { $dice }, { $hits } hits.
    }
roll-torpedo =
    { $counted ->
        [yes] { $hits ->
            [0] { $a } torpedoes { $b }: { $dice }, no hit.
            [one] { $a } torpedoes { $b }: { $dice }, one hit.
           *[other] { $a } torpedoes { $b }: { $dice }, { $hits } hits.
        }
       *[no] { $a } torpedoes { $b }: { $dice }.
    }
roll-of-a-hit = Hit, die { $dice }.
roll-bombardment-hit = The shell that hits { $a }: { $dice }.
roll-outcry = Public outcry over { $a }: { $dice }.
roll-morale = Enemy morale at { $a }: { $dice }.
roll-magazine = The magazine at { $a }: { $dice }.
roll-unit-destroyed = The unit that is hit at { $a }: number { $dice } of { $of }.
roll-camera-crew = The camera crew of { $a }: { $dice }.
roll-coal =
    { $count ->
        [one] Coal: { $dice }.
       *[other] Coal: { $dice }, { $total } in all.
    }
roll-rearm =
    { $count ->
        [one] Ammunition and torpedoes: { $dice }.
       *[other] Ammunition and torpedoes: { $dice }, { $total } in all.
    }
roll-contact = Contact at { $a }: { $dice }.
roll-emergency-speed =
    { $top ->
        [1] The engines of { $a } at emergency speed; 1 or 2 breaks a box: { $dice }.
        [2] The engines of { $a } at emergency speed; 1 or 2 breaks a box: { $dice }.
       *[other] The engines of { $a } at emergency speed; 1 or 2 breaks a box: { $dice }, they hold.
    }
roll-intelligence = Intelligence by { $a }: { $dice }.
roll-mechanical-breakdown =
    { $top ->
        [6] The engines of { $a }; a 6 breaks a box: { $dice }.
       *[other] The engines of { $a }; a 6 breaks a box: { $dice }, they hold.
    }
roll-raiding = { $a } raids, and adds her Leadership: { $dice }.
roll-repair =
    { $top ->
        [5] { $a } repairs, { $b }; 5 or 6 mends a box: { $dice }.
        [6] { $a } repairs, { $b }; 5 or 6 mends a box: { $dice }.
       *[other] { $a } repairs, { $b }; 5 or 6 mends a box: { $dice }, nothing is mended.
    }
roll-storm =
    { $top ->
        [6] { $a } in the storm; a 6 costs a hull box: { $dice }.
       *[other] { $a } in the storm; a 6 costs a hull box: { $dice }, she weathers it.
    }
roll-visibility = Visibility at { $a }: { $dice }.
roll-incidents =
    { $of ->
        [one] Drawn at { $a } from a pool of one marker, by position in it: { $dice }.
       *[other] Drawn at { $a } from a pool of { $of } markers, by position in it: { $dice }.
    }
roll-orders = Orders drawn: number { $dice } of { $of }.
roll-units-shown = Shown at { $a }: numbers { $dice } of the { $of } units there.
roll-concealed-coast = Coastal units, shuffled into this order: { $dice }.
roll-concealed-pool = The pool, shuffled into this order: { $dice }.
roll-concealed-zones = Markers for the patrol zones ({ $a }), shuffled into this order: { $dice }.
purpose-break-off = Allied break-off
purpose-collier-attacked = colliers attacked
purpose-minefield = mines
purpose-submarine = submarines
purpose-submarine-torpedo = submarines' torpedoes
purpose-torpedo-hit = torpedo hits
purpose-gunnery-hit = shell hits
purpose-bridge-hit = hits on the bridge
purpose-critical-hit = critical hits
purpose-gunnery = gunnery
purpose-bombardment = bombardment
purpose-torpedo = torpedoes
purpose-bombardment-hit = hits ashore
purpose-outcry = public outcry
purpose-morale = enemy morale
purpose-magazine = magazines
purpose-camera-crew = camera crew
purpose-coal = coal
purpose-rearm = ammunition and torpedoes
purpose-contact = contact
purpose-emergency-speed = emergency speed
purpose-intelligence = intelligence
purpose-mechanical-breakdown = breakdowns
purpose-raiding = raiding
purpose-repair = repairs
purpose-storm = storms
purpose-visibility = visibility
unsaid-break-off = The Allies stay and fight.
