# What is asked and what may be ordered in Goeben, 1914.
prompt-share = Share out the points at { $a } among { $rest }.
prompt-choose = Choose: jamming, or a breakthrough?
prompt-examine = Which place do you look into?
prompt-evade = A submarine is after { $a }: burn coal to evade it, or risk its torpedoes?
prompt-ram = Which ship rams the submarine?
prompt-contact = Enemy at { $a }: at what speed do you seek contact?
prompt-break-off = You fire first at { $a }: fight, or break off?
prompt-retreat = You break off at { $a }: where to?
prompt-bombard-fire = Your guns bear on { $a }: who fires?
prompt-fire = Your fire at { $a }: who fires, at whom?
prompt-set-up =
    { $done ->
        [open] Stow cargo; `done` begins the mission.
       *[closed] { $collier ->
            [open] Stow cargo and place the collier.
           *[closed] Stow cargo.
        }
    }
prompt-outfitting =
    { $done ->
        [open] Outfit and repair where you are, or `done`. A ship that does so stays there today.
       *[closed] Outfit and repair where you are. A ship that does so stays there today.
    }
prompt-intelligence =
    { $intelligence ->
        [open] { $done ->
            [open] Try for intelligence with one ship, or `done`.
           *[closed] Try for intelligence with one ship.
        }
       *[closed] { $done ->
            [open] No ship can try for intelligence; `done` ends the phase.
           *[closed] No ship can try for intelligence.
        }
    }
prompt-movement =
    { $move ->
        [open] { $done ->
            [open] Move your ships, or `done`.
           *[closed] Move your ships.
        }
       *[closed] { $done ->
            [open] No ship can move any more; `done` ends the phase.
           *[closed] No ship of yours can move.
        }
    }
# The same for anybody to read, where the question above depends on what may be answered.
asked-set-up = Stow cargo and place the collier.
asked-outfitting = Outfit and repair where you are.
asked-intelligence = Try for intelligence.
asked-movement = Move your ships.
asked-bombardment = Bombard or land?
prompt-attend = Which space is next?
prompt-bombardment =
    { $done ->
        [open] Bombard, land, or `done`.
       *[closed] Bombard or land?
    }
order-load = Stow { $item } in hull box { $box } of { $ship }.
order-discard = Return { $cargo } of { $ship } to the box.
order-trade = Move { $cargo } from { $ship } to hull box { $box } of { $to }.
order-swap = Exchange { $cargo } of { $ship } for { $other } of the other ship.
order-collier = Place the collier at { $space }.
order-rearm = Draw ammunition and torpedoes at { $space } for { $ships }; no move today.
order-coal =
    { $source ->
        [collier] Draw coal from the collier at { $space } for { $ships }; no move today.
        [friend] Draw coal from the friendly ship at { $space } for { $ships }; no move today.
       *[port] Draw coal from the harbour of { $space } for { $ships }; no move today.
    }
order-share = Share out: { $points }.
order-repair = Roll for repairs on { $ship }: { $dice }; no move today.
order-reload = Fill the tubes of { $ship } with the reload.
order-intelligence = Try for intelligence with { $ship }.
order-choose =
    { $result ->
        [breakthrough] Take the breakthrough: show every unit in one place.
       *[jamming] Jam the enemy: the alert level falls.
    }
order-examine = Look into { $space }.
order-move =
    { $speed ->
        [maximum] { $ship } steams at maximum speed to { $path }.
        [emergency] { $ship } steams at emergency speed to { $path }.
       *[cruise] { $ship } cruises to { $path }.
    }
order-embark = Take the landing party aboard { $ship }, hull box { $box }.
order-attend = Settle { $space } next.
order-evade =
    { $by ->
        [coal] Burn a point of coal and evade.
       *[risk] Risk the torpedoes.
    }
order-ram = { $ship } rams the submarine.
order-contact =
    { $speed ->
        [maximum] Seek contact at maximum speed; { $ship } burns a point of coal.
       *[cruise] Seek contact at cruise speed.
    }
order-fight = Stay and fight.
order-break-off = Break off.
order-retreat = { $ship } retreats to { $space }.
order-fire =
    { $rate ->
        [maximum] { $ship } fires at { $target } at the maximum rate.
       *[normal] { $ship } fires at { $target }.
    }
order-torpedo =
    { $count ->
        [one] { $ship } fires one torpedo at { $target }.
       *[other] { $ship } fires { $count } torpedoes at { $target }.
    }
order-hold = No more fire in this step.
order-bombard = Bombard { $space }.
order-land = { $ship } lands the Seebataillon.
order-done = Done with this phase.
cargo-in-box = { $item } (hull box { $box })
