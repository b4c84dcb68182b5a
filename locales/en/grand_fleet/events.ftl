# What happens in Grand Fleet 1.2.
gf-event-began =
    { $historical ->
        [yes] The historical game is set up: { $british } British and { $german } German ships in the fleet boxes, Britain leads by 2 VP.
       *[no] The game is set up: { $british } British and { $german } German ships in the fleet boxes.
    }
gf-event-turn =
    { $half ->
        [first] Turn { $turn } of { $last }: January to June { $year }
       *[second] Turn { $turn } of { $last }: July to December { $year }
    }
gf-step-commitment = { $side }: commitment
gf-step-transfer = { $side }: transfer out
gf-step-initiative = Initiative
gf-step-aftermath = After the battle
gf-event-scored =
    { $lead ->
        [0] { $side } scores { $points } VP { $why }: level.
       *[other] { $side } scores { $points } VP { $why }: { $leader } leads by { $lead }.
    }
gf-scored-parity = (two dice of equal parity)
gf-scored-refusal = (battle refused)
gf-scored-sinking = (ships sunk)
gf-scored-control = (control of coasts)
gf-scored-submarine-war = (submarine war)
gf-event-won = { $side } wins: { $why }.
gf-event-draw = A draw: { $why }.
gf-ending-sudden-death = a lead of at least 7 VP
gf-ending-maintenance = too few ships to hold the North Sea
gf-ending-last-turn = the ninth turn is over
gf-ending-both-win = both sides met a condition of victory
gf-event-reinforced = { $side } is reinforced in the fleet box: { $ships }.
gf-event-reinforced-ashore = { $side } is reinforced; it chooses DD boxes for { $ships }.
gf-event-boxed =
    { $why ->
        [reinforcement] { $side } puts its reinforcements into { $boxes }.
        [transfer] { $side } transfers out into { $boxes }.
        [detachment] { $side } puts the American ships into { $boxes }.
        [overflow] { $side } returns ships beyond the limit of its fleets to { $boxes }.
       *[damage] { $side } puts its damaged ships into { $boxes }.
    }
gf-event-respread = { $side } redistributes its DD boxes: { $boxes }.
gf-event-committed = Box { $box } enters the fleet box of { $side }: { $ships }.
gf-event-committed-none = Box { $box } of { $side } is empty.
gf-event-war = Unrestricted submarine war breaks out, America joins. Into the fleet box: { $fleet }. To DD boxes: { $ashore }. Building stopped: { $cancelled }.
gf-event-detached = A natural 6: the American ships leave the fleet box: { $ships }.
gf-event-dice-chosen =
    { $dice ->
        [one] { $side } will roll one initiative die (sealed).
       *[other] { $side } will roll { $dice } initiative dice (sealed).
    }
gf-event-dice-shown = Number of initiative dice: Britain { $british }, Germany { $german }.
gf-event-initiative =
    { $forced ->
        [yes] Initiative, Britain { $british }, Germany { $german }: { $side } attacks and must seek battle.
       *[no] Initiative, Britain { $british }, Germany { $german }: { $side } may attack.
    }
gf-event-initiative-nobody = Initiative, Britain { $british }, Germany { $german }: too close, no battle this turn.
gf-event-sought =
    { $forced ->
        [yes] { $side } seeks battle, as it must.
       *[no] { $side } seeks battle.
    }
gf-event-declined = { $side } declines battle.
gf-event-battle = Decisive battle: { $side } attacks
gf-event-mixed = The markers are shuffled. Britain: { $british } face down, { $britishshown } fast face up; Germany: { $german } face down, { $germanshown } fast face up.
gf-event-placed =
    { $fleet ->
        [0] { $side } places a marker face down at { $hex }.
       *[other] { $side } places fast fleet { $fleet } face up at { $hex }.
    }
gf-event-intercepted = { $side } intercepts: everything at { $from } goes to { $to }.
gf-event-passed =
    { $forced ->
        [yes] { $side } can intercept nowhere and passes.
       *[no] { $side } passes.
    }
gf-event-revealed = All markers are turned face up. British dummies at { $british }; German dummies at { $german }.
gf-event-round = Combat at { $hex }, round { $round }: Britain { $british }, Germany { $german } (fleets); { $first } rolls first
gf-event-manoeuvre =
    { $half ->
        [yes] { $side } declares half fire, excess manoeuvre { $excess }.
       *[no] { $side } declares full fire, excess manoeuvre { $excess }.
    }
gf-event-combat-initiative =
    { $confused ->
        [yes] { $side } rolls { $natural }, not above its excess { $excess }: confusion. Combat initiative { $number } ({ $by }), no fire and no choice.
       *[no] { $half ->
            [yes] { $side } rolls { $natural }: combat initiative { $number } ({ $by }), half fire.
           *[no] { $side } rolls { $natural }: combat initiative { $number } ({ $by }).
        }
    }
gf-event-situation = { $side } chooses the situation for this round: { $chosen }.
gf-event-no-situation = { $side } leaves the situation as it is.
gf-event-totals =
    { $same ->
        [yes] Gunnery: Britain { $british }, Germany { $german }.
       *[no] Gunnery: Britain { $britishsum }, Germany { $germansum }; to allocate: Britain { $british }, Germany { $german }.
    }
gf-event-targets =
    { $count ->
        [0] { $side } fires at nothing (sealed).
       *[other] { $side } fires at { $ships } (sealed).
    }
gf-event-targets-shown =
    Britain fires at { $british }. Germany fires at { $german }.{ $less ->
        [yes] {" "}Rolls against German ships count 1 less (rule 8).
       *[no] {""}
    }
gf-event-shot =
    { $result ->
        [none] { $ship }: { $faces } = { $sum }, no damage.
        [boxed] { $ship }: { $faces } = { $sum }, damaged.
       *[sunk] { $ship }: { $faces } = { $sum }, sunk.
    }
gf-event-damage = Damaged, to DD boxes: { $boxed }. Sunk: { $sunk }.
gf-losses-between = {"; "}
gf-losses = { $side }: { $ships }
gf-event-no-damage = No ship is damaged.
gf-event-fleets-left =
    { $why ->
        [spent] { $side }: fleets with two ships or fewer go home: { $fleets }.
       *[withdrawn] { $side }: fleets go home: { $fleets }.
    }
gf-event-held = The combat at { $hex } is over; { $side } holds it.
gf-event-held-by-none = The combat at { $hex } is over; nobody holds it.
gf-event-controlled = { $side } controls { $hexes }, worth { $points }; fractions are dropped.
gf-event-battle-ended = The battle is over.
gf-times = { $what } ({ $count } times)
gf-given-decline = { $side } declines.
gf-given-hold-back = { $side } holds the submarines back.
