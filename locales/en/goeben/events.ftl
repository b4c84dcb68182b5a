# What happened in Goeben, 1914, one sentence an event.
event-scenario-began = The Mediterranean Division is ready: { $ships }.
event-markers-concealed = Incident markers and coastal units are laid face down; the rest go into the pool.
event-mission-drawn = Orders from Berlin: { $mission }, within { $days } days.
event-day-began = Day { $day }: { $phase }
event-phase-began = Day { $day }, { $phase }
event-alert-changed =
    { $way ->
        [down] The Allied alert level falls by { $by } to { $alert } ({ $why }).
       *[up] The Allied alert level rises by { $by } to { $alert } ({ $why }).
    }
event-points-changed =
    { $way ->
        [lost] { $by ->
            [one] 1 victory point lost
           *[other] { $by } victory points lost
        }: { $why }; { $total } in all.
       *[won] { $by ->
            [one] 1 victory point won
           *[other] { $by } victory points won
        }: { $why }; { $total } in all.
    }
event-points-changed-about =
    { $way ->
        [lost] { $by ->
            [one] 1 victory point lost
           *[other] { $by } victory points lost
        }: { $about }, { $why }; { $total } in all.
       *[won] { $by ->
            [one] 1 victory point won
           *[other] { $by } victory points won
        }: { $about }, { $why }; { $total } in all.
    }
event-space-began = At { $space }
event-scenario-ended =
    { $points ->
        [one] The mission is over: { $outcome }, with 1 victory point.
       *[other] The mission is over: { $outcome }, with { $points } victory points.
    }
event-markers-revealed = Turned face up: { $markers }.
event-units-revealed = Intelligence on { $space } shows: { $units }.
event-markers-drawn =
    { $count ->
        [one] One marker is drawn: { $markers }.
       *[other] { $count } markers are drawn: { $markers }.
    }
event-markers-returned = Back to the pool: { $markers } ({ $why }).
event-marker-removed = { $marker } leaves play for good.
event-allies-arrived = Enemy in sight: { $ships }.
event-allies-left = Gone from { $space }, back to the pool: { $ships } ({ $why }).
event-merchantman-sighted = A merchantman is sighted.
event-merchantman-raided = { $ship } takes the merchantman at { $space }.
event-merchantman-left = The merchantman at { $space } sails away.
event-incident-began =
    { $applies ->
        [no] { $incident }: no effect.
       *[yes] { $incident }.
    }
event-friendly-ship-met = A friendly ship stays at { $space } until the next outfitting.
event-visibility-limited = Visibility at { $space } is limited today.
event-visibility-rolled =
    { $effect ->
        [two] In the haze at { $space } primary and secondary guns fire together.
        [all] In the haze at { $space } all guns fire together.
       *[none] The haze at { $space } is too thick: there is no battle.
    }
event-storm-broke = A storm breaks at { $space }: no battle, bombardment or landing there today.
event-morale-changed =
    { $way ->
        [down] Morale is low: German fire has { $dice ->
            [one] one die
           *[other] { $dice } dice
        } fewer today.
       *[up] Morale is high: German fire has { $dice ->
            [one] one die
           *[other] { $dice } dice
        } more today.
    }
event-french-fleet-sailed = The French fleet is at sea in the movement phase of day { $day }.
event-french-fleet-returned = The French fleet goes home.
event-track-changed = { $ship }: { $track } { $from } → { $to } ({ $why }).
event-ship-outfitted = { $ship } is busy with outfitting and may not move today.
event-supply-drawn =
    { $source ->
        [arsenal] { $space } gives { $points ->
            [one] one point
           *[other] { $points } points
        } of ammunition and torpedoes.
        [collier] The collier at { $space } gives { $points ->
            [one] one point
           *[other] { $points } points
        } of coal.
        [friend] A friendly ship at { $space } gives { $points ->
            [one] one point
           *[other] { $points } points
        } of coal.
       *[port] { $space } gives { $points ->
            [one] one point
           *[other] { $points } points
        } of coal.
    }
event-repair-attempted = { $ship } begins repairs.
event-friends-left =
    { $count ->
        [one] The friendly ship at { $space } leaves.
       *[other] { $count } friendly ships at { $space } leave.
    }
event-intelligence = { $ship } tries for intelligence, value { $value }: { $result }.
event-ship-moved =
    { $speed ->
        [maximum] { $ship } steams at maximum speed from { $from } to { $to }, { $spaces ->
            [one] one space
           *[other] { $spaces } spaces
        }.
        [emergency] { $ship } steams at emergency speed from { $from } to { $to }, { $spaces ->
            [one] one space
           *[other] { $spaces } spaces
        }.
       *[cruise] { $ship } cruises from { $from } to { $to }, { $spaces ->
            [one] one space
           *[other] { $spaces } spaces
        }.
    }
event-ship-retreated = { $ship } breaks off to { $to }.
event-port-visited = The visit to { $space } is over; no German ship may visit it again.
event-ship-sunk = { $ship } goes down at { $space }.
event-cargo-stowed = { $ship } takes { $item } into hull box { $box }.
event-cargo-removed = { $ship } loses { $item } from hull box { $box } ({ $why }).
event-cargo-moved = { $item } is moved from { $from } to hull box { $box } of { $to }.
event-cargo-swapped = { $ship } gives { $item } to { $other } for { $otheritem }.
event-collier-placed =
    { $left ->
        [0] A collier waits at { $space }.
       *[other] A collier waits at { $space }; { $left } more to place.
    }
event-collier-removed = The collier at { $space } is gone ({ $why }).
event-landing-party-landed = { $ship } lands the Seebataillon at { $space }: it holds the port.
event-landing-party-recovered = The Seebataillon at { $space } is back aboard { $ship }, hull box { $box }.
event-landing-party-lost = The landing party at { $space } is lost.
battle-at = Battle at { $space }: { $german } against { $enemies }
bombardment-at = Bombardment of { $space } by { $german }
event-contact-made =
    { $result ->
        [GC2] Contact: die { $die } + German { $german } − Allied { $allied } = { $total } (GC2): the Germans fire first.
        [GC1] Contact: die { $die } + German { $german } − Allied { $allied } = { $total } (GC1): the Germans fire first.
        [AC2] Contact: die { $die } + German { $german } − Allied { $allied } = { $total } (AC2): the Allies fire first.
        [AC1] Contact: die { $die } + German { $german } − Allied { $allied } = { $total } (AC1): the Allies fire first.
       *[N] Contact: die { $die } + German { $german } − Allied { $allied } = { $total }: no contact.
    }
event-side-fires =
    { $known ->
        [yes] { $side ->
            [german] Round { $round } ({ $weapons }): the Germans fire
           *[allied] Round { $round } ({ $weapons }): the Allies fire
        }
       *[no] { $side ->
            [german] Round { $round }: the Germans fire
           *[allied] Round { $round }: the Allies fire
        }
    }
event-germans-break-off = The Germans break off before a shot is fired.
event-ship-fired =
    { $rate ->
        [maximum] { $ship } opens fire at the maximum rate.
       *[normal] { $ship } opens fire.
    }
event-enemy-hit =
    { $state ->
        [sunk] { $ship }: { $hit }. She sinks.
        [withdrawn] { $ship }: { $hit }. She leaves the battle.
        [damaged] { $ship }: { $hit }, { $damage } damage in all.
       *[whole] { $ship }: { $hit }.
    }
event-coast-revealed = The coastal guns of { $space } are shown: { $values }.
event-coast-hit = A hit on { $space }: { $hit }.
event-coastal-unit-destroyed = A coastal unit of { $value } at { $space } is destroyed.
event-system-silenced = { $ship }: { $track } knocked out by enemy fire.
event-battle-ended = The battle at { $space } is over. Sunk: { $sunk }. Damaged or withdrawn: { $damaged }. Back to the pool: { $returned }.
ship-lies = { $ship } at { $space }
