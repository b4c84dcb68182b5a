# What is asked and ordered in Grand Fleet 1.2, and why not.
gf-prompt-stow = Which ships go to which DD boxes? `stow-by` spreads them evenly.
gf-prompt-commitment =
    { $commit ->
        [open] Roll a commitment die? `commit` with the boxes as they are, `respread` first, or `decline`.
       *[closed] Roll a commitment die? The boxes must be redistributed first: `respread`, `respread-by`, or `decline`.
    }
gf-prompt-second-die = A second commitment die? `commit` or `decline`.
gf-prompt-transfer = Transfer ships out of the fleet box? `transfer` rolls for the number, or `decline`.
gf-prompt-send = Which ships leave, and for which DD boxes? `send`, or `send-by` for the oldest.
gf-prompt-outbreak = The submarine war may break out: `unleash` it, or `hold-back`?
gf-prompt-dice = How many initiative dice, in secret? `throw 1`, or `throw 2` at the risk of a victory point.
gf-prompt-seek = You attack: `seek` battle, or `decline`?
gf-prompt-answer = The enemy seeks battle: `accept`, or `refuse` for 3 VP?
gf-prompt-overflow = You have more ships than eight fleets can hold: `return` the rest to DD boxes, or `return-by`.
gf-prompt-formation = Form your fleets in secret: `form`, or `form-by`.
gf-prompt-placement =
    { $place ->
        [open] { $place-shown ->
            [open] Place a marker: `place HEX` for the next face-down one, `place-shown` for a fast fleet face up.
           *[closed] Place a marker: `place HEX` for the next face-down one.
        }
       *[closed] Place a marker: `place-shown` for a fast fleet face up.
    }
gf-prompt-interception = Intercept: `intercept FROM TO`, or `pass`?
gf-prompt-hex = In which hex do you fight next?
gf-prompt-manoeuvre = Combat at { $a }: how do you handle your fleets? `manoeuvre` alone means full fire and no excess.
gf-prompt-situation = You won the combat initiative at { $a }: choose the situation, or `situation as-is none`.
gf-prompt-gunnery =
    { $fire ->
        [open] Your gunnery at { $a }, in secret: `fire` at ships of your choice, `fire-by`, or `hold-fire`.
       *[closed] Your gunnery at { $a } reaches no ship: `hold-fire`.
    }
gf-prompt-persistence = The round at { $a } is over: `fight-on`, or `break-off`?
# The same for anybody to read, where the question above depends on what may be answered.
gf-asked-commitment = Roll a commitment die?
gf-asked-placement = Place a marker.
gf-asked-gunnery = Your gunnery at { $a }, in secret.
gf-order-stow = Put ships into DD boxes: { $boxes }.
gf-order-stow-by =
    { $plan ->
        [reserve] Put all ships into DD box 0.
       *[even] Spread the ships evenly over DD boxes 1 to 6.
    }
gf-order-commit = Roll a commitment die.
gf-order-respread = Redistribute the DD boxes and roll: { $boxes }.
gf-order-respread-by =
    { $plan ->
        [modern] Redistribute the DD boxes, pre-dreadnoughts in box 0, and roll.
       *[even] Redistribute the DD boxes evenly and roll.
    }
gf-order-transfer = Roll for ships to transfer out.
gf-order-send = Transfer out: { $boxes }.
gf-order-send-by =
    { $plan ->
        [newest] Transfer out the strongest ships.
       *[oldest] Transfer out the oldest ships.
    }
gf-order-decline = Decline.
gf-order-unleash = Let the unrestricted submarine war break out.
gf-order-hold-back = Hold the submarines back.
gf-order-throw =
    { $number ->
        [one] Roll one initiative die.
       *[other] Roll { $number } initiative dice.
    }
gf-order-seek = Seek battle.
gf-order-accept = Accept battle.
gf-order-refuse = Refuse battle; the attacker scores 3 VP.
gf-order-return = Return ships to DD boxes: { $boxes }.
gf-order-return-by =
    { $plan ->
        [reserve] Return the ships to DD box 0.
       *[even] Return the ships evenly to DD boxes 1 to 6.
    }
gf-order-form = Form fleets: { $fleets }.
gf-order-form-by =
    { $markers ->
        [shown] { $plan ->
            [fewest] Form as few fleets as possible, fast ones face up.
            [most] Form as many fleets as possible, fast ones face up.
           *[by-type] Form fleets by type, fast ones face up.
        }
       *[hidden] { $plan ->
            [fewest] Form as few fleets as possible, all face down.
            [most] Form as many fleets as possible, all face down.
           *[by-type] Form fleets by type, all face down.
        }
    }
gf-order-place = Place the next marker face down at { $hex }.
gf-order-place-shown = Place fast fleet { $fleet } face up at { $hex }.
gf-order-intercept = Move everything at { $from } to { $to }.
gf-order-pass = Pass.
gf-order-fight = Fight at { $hex } next.
gf-order-manoeuvre =
    { $guns ->
        [half] Half fire, excess manoeuvre { $excess }.
       *[full] Full fire, excess manoeuvre { $excess }.
    }
gf-order-situation =
    { $range ->
        [long] Long range; also: { $also }.
        [close] Close range; also: { $also }.
        [long-twice] Long range twice; also: { $also }.
        [close-twice] Close range twice; also: { $also }.
        [both] Long and close range, which cancel; also: { $also }.
       *[as-is] The range as it is; also: { $also }.
    }
gf-order-fire = Fire at { $targets }.
gf-order-fire-by =
    { $rule ->
        [dearest] Fire at the ships with the highest defence.
        [fastest] Fire at fast ships first.
        [oldest] Fire at pre-dreadnoughts first.
       *[weakest] Fire at as many ships as possible.
    }
gf-order-hold-fire = Hold fire.
gf-order-fight-on = Fight on.
gf-order-break-off = Break off.
gf-menu-sort =
    { $all ->
        [yes] { $of ->
            [one] { $usage }: one ship ({ $classes }) into { $bins }
           *[other] { $usage }: all { $of } ships ({ $classes }) into { $bins }
        }
       *[no] { $usage }: { $take } of { $of } ships ({ $classes }) into { $bins }
    }
gf-menu-class = { $class } { $count }
gf-menu-budget = { $usage }: { $points } points, each target costs its defence
gf-menu-cost = defence { $cost }: { $ships }
gf-ask-stow = stowing
gf-ask-commitment = commitment
gf-ask-second-die = the second commitment die
gf-ask-transfer = transferring out
gf-ask-send = transferring out
gf-ask-outbreak = the submarine war
gf-ask-dice = the number of dice
gf-ask-seek = whether to seek battle
gf-ask-answer = whether to accept battle
gf-ask-overflow = returning ships
gf-ask-formation = formation
gf-ask-placement = placing markers
gf-ask-interception = interception
gf-ask-hex = the next hex
gf-ask-manoeuvre = manoeuvre
gf-ask-situation = the situation
gf-ask-gunnery = gunnery
gf-ask-persistence = whether to fight on
refusal-game-over = The game is over.
refusal-not-asked = This decision is not yours now.
refusal-no-such-order = “{ $verb }” does not answer the present question: { $ask }.
refusal-box-full = Box { $box } has room for { $room }, not for { $ships }.
refusal-spread-duty = Britain must fill as many of boxes 1 to 6 as it can: { $boxes } of { $wanted } are filled.
refusal-spread-first =
    The boxes must be redistributed before the roll: { $boxes } of the { $wanted } that can be filled are filled.
refusal-wrong-count =
    { $wanted ->
        [one] Exactly one ship must go, not { $ships }.
       *[other] Exactly { $wanted } ships must go, not { $ships }.
    }
refusal-highest-first = Ships with the highest defence return first; { $ship } goes before ships with a lower one.
refusal-fleet-size = A fleet has { $least } to { $most } ships; fleet { $fleet } would have { $ships }.
refusal-fleets-too-many = There is no fleet { $fleet }; you have markers for { $most }.
refusal-fleet-twice = { $fleet } and { $other } are the same fleet, face up or face down.
refusal-all-ships-in-fleets =
    { $left ->
        [one] Every ship in the fleet box must be in a fleet; { $ship } is left.
       *[other] Every ship in the fleet box must be in a fleet; { $left } are left, { $ship } among them.
    }
refusal-not-fast = Only a fleet of fast ships can be face up; { $ship } in { $fleet } is not fast.
refusal-unknown-ship = { $ship } is not among the ships to place.
refusal-twice = { $ship } is named twice.
refusal-forbidden-hex = { $hex } is forbidden.
refusal-no-such-hex = There is no { $hex } on the map.
refusal-no-marker =
    { $shown ->
        [0] You have no marker left to place.
       *[other] You have no face-down marker left; place your fast fleets with `place-shown`.
    }
refusal-no-marker-shown = Fleet { $fleet } is not face up among your markers to place.
refusal-no-majority = At { $hex } your markers count { $own }, the enemy’s { $theirs }: you need more.
refusal-one-side-only = { $hex } does not have markers of both sides.
refusal-already-intercepted = The markers at { $hex } have already moved, or were moved to.
refusal-not-adjacent = { $to } is not next to { $from }.
refusal-hex-not-contested = { $hex } does not have fleets of both sides.
refusal-excess-too-high =
    { $most ->
        [one] An excess of { $excess } is too much; you have one fleet there.
       *[other] An excess of { $excess } is too much; you have { $most } fleets there.
    }
refusal-too-many-situations =
    { $most ->
        [one] That makes { $chosen } choices; you have one.
       *[other] That makes { $chosen } choices; you have { $most }.
    }
refusal-situation-barred = “{ $choice }” is not possible now: you can only cancel your own half fire, and an enemy at half fire cannot be halved again.
refusal-over-points = These targets cost { $wanted } points; you have { $points }.
refusal-not-a-target = { $ship } is not an enemy ship in this hex.
gf-menu-argument = ; { $name }: { $values }
gf-also-go-on = another round follows
gf-also-full-guns = your half fire is called off
gf-also-halve-enemy = the enemy fires with half its guns
