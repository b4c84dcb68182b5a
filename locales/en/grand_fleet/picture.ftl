# Pictures: short words, for there is little room
gf-picture-title = Grand Fleet 1.2. { $turn }, { $period }, { $step }.
gf-picture-turn = Turn { $turn }/{ $last }
gf-picture-period = { $half ->
    [first] January to June { $year }
   *[second] July to December { $year }
  }
gf-picture-combat = { $hex } · round { $round }
gf-picture-attacks = { $side } seeks battle
gf-picture-lead = VP lead { $lead }
gf-picture-fleet-box = Fleet box
gf-picture-fleets-at-sea = Fleets at sea
gf-picture-your-fleets = Your fleets
gf-picture-fleets-of = { $side ->
    [german] German fleets
   *[british] British fleets
  }
gf-picture-markers = Face-down markers
gf-picture-face-down = { $left ->
    [0] { $count } face down
   *[other] { $count } face down, { $left } to place
  }
gf-picture-box = box { $box }
gf-picture-due = to come
# Pictures: the steps of a turn
gf-picture-step-set-up = Set-up
gf-picture-step-reinforcement = Reinforcement
gf-picture-step-commitment = Commitment
gf-picture-step-transfer = Transfer
gf-picture-step-submarine-war = Submarine war
gf-picture-step-initiative = Initiative dice
gf-picture-step-declaration = Battle or not
gf-picture-step-overflow = Fleet box too full
gf-picture-step-formation = Formation
gf-picture-step-placement = Placement
gf-picture-step-interception = Interception
gf-picture-step-hex-choice = Choice of a hex
gf-picture-step-manoeuvre = Manoeuvre
gf-picture-step-situation = Situation
gf-picture-step-gunnery = Gunnery
gf-picture-step-persistence = Fight on?
gf-picture-step-aftermath = Damage boxes
gf-picture-step-over = The end
# Pictures: what their signs mean
gf-picture-british = Britain
gf-picture-german = Germany
gf-picture-face-down-sign = face down
gf-picture-base = home base
gf-picture-points-of-hex = VP (gold: held)
gf-picture-combat-sign = combat
gf-picture-fought = fought over
gf-picture-moved = moved
# Pictures: the card of a combat
gf-picture-round = round { $round }
gf-picture-range-as-is = range as is
gf-picture-range-close = close +{ $points }
gf-picture-range-long = long −{ $points }
gf-picture-points = { $points } of { $sum }
gf-picture-initiative = initiative { $number }
gf-picture-excess = excess { $excess }
gf-picture-half-fire = half fire
gf-picture-confusion = confusion
gf-picture-halved = halved
gf-picture-aimed = targets chosen
gf-picture-fights-on = fights on
gf-picture-breaks-off = breaks off
gf-picture-gunnery = gunnery
gf-picture-to-hit = defence
gf-picture-target = target
gf-picture-no-damage = no damage
gf-picture-boxed = to a box
gf-picture-sunk = sunk
# Pictures in words
gf-picture-leads = { $lead ->
    [0] Victory points are level.
   *[other] { $side } leads by { $lead } victory points.
  }
gf-picture-attack-of = { $side } attacks.
gf-picture-there = { $side }: { $places }.
gf-picture-fought-at = Combat in { $hex }, round { $round }.
gf-picture-strength = { $side }: { $count } ships in the fleet box, { $types }.
gf-picture-moved-from = Moved from { $from } to { $to }.
# Pictures: the end
gf-picture-by-turn = Turn
gf-picture-points-all = VP
gf-picture-sunk-here = sunk here
