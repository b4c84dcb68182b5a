# The board of Grand Fleet 1.2.
gf-side-british = Britain
gf-side-german = Germany
gf-ship = { $type } { $ship }
gf-ships-of-type = { $type } { $ships }
gf-hex = hex { $hex }
gf-hex-named = { $hex } { $name }
gf-phase-set-up = set-up
gf-phase-armament = armament
gf-phase-initiative = initiative
gf-phase-battle = decisive battle
gf-phase-over = over
gf-board-set-up = Grand Fleet 1.2: set-up
gf-board-turn =
    { $half ->
        [first] Grand Fleet 1.2: turn { $turn } of { $last } (January to June { $year }), { $phase }
       *[second] Grand Fleet 1.2: turn { $turn } of { $last } (July to December { $year }), { $phase }
    }
gf-board-map = The map
gf-score =
    { $lead ->
        [0] Victory points: level. A lead of 7 at the end of a turn wins; level after turn 9, Britain wins.
       *[other] Victory points: { $side } leads by { $lead }; { $left } more at the end of a turn would win.
    }
gf-war-since = Unrestricted submarine war since turn { $turn }.
gf-historical = Historical game: 2 VP for Britain at the start, submarine war on turn 6.
gf-dice-of = Initiative dice of { $side }: { $decision }.
gf-awaited = not decided yet
gf-sealed = decided, sealed
gf-no-battle = There is no battle now.
gf-chart = { $side }: { $ships } ships in the fleet box, at least { $needed } needed
gf-type-line = { $type } { $count }: { $ships }
gf-boxes = DD boxes, 1 to 6 hold { $limit } each:
gf-boxes-empty = DD boxes: empty.
gf-box = box { $box }: { $ships }
gf-due = turn { $turn }: { $ships }
gf-to-come = To come:
gf-ashore = Waiting for a DD box: { $ships }.
gf-abroad = In America until the submarine war: { $ships }.
gf-sunk = Sunk: { $ships }.
gf-cancelled = Building stopped: { $ships }.
gf-left-out = Left out of this game: { $ships }.
gf-ship-is =
    { $nation ->
        [british] { $ship }, British: { $type }, gunnery { $gunnery }, defence { $defence }, { $speed ->
            [fast] fast
            [slow] slow
           *[normal] neither fast nor slow
        }.
        [american] { $ship }, American: { $type }, gunnery { $gunnery }, defence { $defence }, { $speed ->
            [fast] fast
            [slow] slow
           *[normal] neither fast nor slow
        }.
       *[german] { $ship }, German: { $type }, gunnery { $gunnery }, defence { $defence }, { $speed ->
            [fast] fast
            [slow] slow
           *[normal] neither fast nor slow
        }.
    }
gf-berth-due = Joins on turn { $number }.
gf-berth-abroad = In America.
gf-berth-fleet = In the fleet box.
gf-berth-ashore = Waiting for a DD box.
gf-berth-box = In DD box { $number }.
gf-berth-sunk = Sunk.
gf-berth-cancelled = Building stopped.
gf-berth-left-out = Left out of this game.
gf-berth-in-fleet = With fleet { $number }.
gf-map-legend-kinds = After the number: B G home bases, b g near hexes of Britain and Germany, with their VP; x forbidden. In a crowded hex the VP alone: .5, 2.
gf-map-legend-stacks = After it: B3 three British markers face down, 1f one fast fleet face up, G2 two German; later fleets.
gf-map-legend-names = Names: { "`" }show hexes{ "`" }.
gf-place = { $hex }: { $what }
gf-there-hidden = { $side } { $count } face down
gf-there-shown = { $side } { $count } fast, face up
gf-there-fleets =
    { $count ->
        [one] { $side } one fleet
       *[other] { $side } { $count } fleets
    }
gf-there-fast =
    { $count ->
        [one] { $side } one fast fleet
       *[other] { $side } { $count } fast fleets
    }
gf-there-fought = fought over
gf-there-done = moved already
gf-kind-normal = open sea
gf-kind-near = near { $side }, { $points } VP
gf-kind-home = home base of { $side }, { $points } VP
gf-kind-forbidden = forbidden
gf-beside = Next to it: { $hexes }.
gf-battle = Decisive battle: { $side } attacks
gf-formation-of = Fleets of { $side }: { $decision }.
gf-formation = Fleets of { $side }:
gf-fleet =
    { $shown ->
        [yes] Fleet { $number }, fast, face up, { $count ->
            [one] one ship
           *[other] { $count } ships
        }: { $ships }.
       *[no] { $speed ->
            [fast] Fleet { $number }, fast, { $count ->
                [one] one ship
               *[other] { $count } ships
            }: { $ships }.
            [slow] Fleet { $number }, slow, { $count ->
                [one] one ship
               *[other] { $count } ships
            }: { $ships }.
           *[normal] Fleet { $number }, { $count ->
               [one] one ship
              *[other] { $count } ships
           }: { $ships }.
        }
    }
gf-to-place = { $side } still places { $hidden } face down; fast fleets face up: { $shown }.
gf-fleet-at-sea =
    { $speed ->
        [fast] { $hex }: { $side } { $number }, fast, { $count ->
            [one] one ship
           *[other] { $count } ships
        }: { $ships }.
        [slow] { $hex }: { $side } { $number }, slow, { $count ->
            [one] one ship
           *[other] { $count } ships
        }: { $ships }.
       *[normal] { $hex }: { $side } { $number }, { $count ->
           [one] one ship
          *[other] { $count } ships
       }: { $ships }.
    }
gf-combat = Combat at { $hex }, round { $round }; { $first } rolls first.
gf-strength = { $side }: fleets { $fleets } (fast { $fast }, slow { $slow }), ships { $ships }; { $by } to the combat initiative from fleets and home.
gf-handling =
    { $confused ->
        [yes] { $side } rolled { $natural }: combat initiative { $number }, but in confusion (excess { $excess }): no fire, no choice.
       *[no] { $half ->
            [yes] { $side } rolled { $natural }: combat initiative { $number } (half fire, excess { $excess }; { $by } in all).
           *[no] { $side } rolled { $natural }: combat initiative { $number } (full fire, excess { $excess }; { $by } in all).
        }
    }
gf-situation = Situation: { $chosen }.
gf-range =
    { $range ->
        [long] long range, { $points } less for every ship
       *[close] close range, { $points } more for every ship
    }
gf-goes-on = another round follows
gf-halved = { $side } fires with half its guns
gf-restored = { $side } fires with all its guns again
gf-points = Gunnery to allocate: Britain { $british }, Germany { $german }.
gf-targets-of = Targets of { $side }: { $decision }.
gf-willing =
    { $willing ->
        [yes] { $side } wants to fight on.
       *[no] { $side } wants to break off.
    }
gf-brief-boxes = DD boxes (1 to 6 hold { $limit }) { $boxes }
gf-brief-fleets =
    { $lead ->
        [0] In the fleet boxes: Britain { $british } (at least { $britishneeds }), Germany { $german } (at least { $germanneeds }). VP level.
       *[other] In the fleet boxes: Britain { $british } (at least { $britishneeds }), Germany { $german } (at least { $germanneeds }). { $side } leads by { $lead } VP.
    }
gf-brief-left = Still to place: Britain { $british }, Germany { $german }{ $shown ->
    [0] .
   *[other] { " " }(f face up).
}
gf-brief-sea = At sea: { $hexes }
gf-brief-choices = Combat initiative { $own } to { $theirs }: { $choices ->
    [0] nobody chooses the situation.
    [one] one choice.
   *[other] { $choices } choices.
}
gf-board-charts = The fleet charts: { "`" }show british{ "`" }, { "`" }show german{ "`" }.
gf-brief-sealed = { $side } has decided, in secret.
gf-brief-type = { $type } { $count }, gunnery { $gunnery }, defence { $defence }: { $ships }
gf-warning = Careful: { $what }
gf-warning-last-marker = this is the last marker; then interception begins, and no more can be placed.
gf-warning-second-pass = the enemy has passed. If you pass too, all markers are turned face up.
gf-warning-break-off = breaking off takes all your fleets in this hex home; they do not fight again in this battle.
gf-warning-transfer = after the roll exactly that many ships must go, up to six.
gf-warning-refuse = with the 3 points for a refusal the enemy leads by 7 or more, which wins at the end of the turn.
gf-warning-two-dice = two dice of equal parity cost a point; the enemy would then lead by 7 or more, which wins at the end of the turn.
gf-warning-transfer-short = a high roll leaves fewer ships in the fleet box than the North Sea needs, which loses the game at the end of the turn.
gf-warning-ends-lost = the turn ends without a battle, and with it the game: the enemy wins.
gf-warning-ends-drawn = the turn ends without a battle, and with it the game: a draw.
gf-warning-outbreak = once the submarine war begins, it lasts to the end of the game.
gf-recap-day = Turn { $day }:
