# The board of Goeben, 1914.
board-set-up = Goeben, 1914: { $phase }, { $days } days ahead
board-day = Goeben, 1914: day { $day } of { $days }, { $phase }
board-alert =
    { $pool ->
        [one] Allied alert level { $alert } of 6; one marker in the pool.
       *[other] Allied alert level { $alert } of 6; { $pool } markers in the pool.
    }
board-map = The map
map-legend-there = Before a code: @ your ships, 3? markers face down, 2! enemies in sight, 1# coastal units, c a collier, x closed to you, * an objective, + more.
map-legend-codes = After it: how many spaces away it is. Names: { "`" }show SPACE{ "`" }.
board-colliers = Colliers: { $spaces }.
board-colliers-to-place =
    { $count ->
        [one] One collier is still to be placed.
       *[other] { $count } colliers are still to be placed.
    }
board-visited = Neutral places already visited, closed to you: { $spaces }.
board-hidden = Markers face down: { $places }.
board-coast = Coastal units not shown: { $places }.
board-barred = Closed today: { $spaces }.
board-no-battle = There is no battle now.
board-reach = Where the ships can get to
place-count = { $space } { $count }
reach-line =
    { $speed ->
        [maximum] { $ships } at maximum speed, further: { $steps }
        [emergency] { $ships } at emergency speed, further: { $steps }
       *[cruise] { $ships } cruising: { $steps }
    }
reach-step = in { $spaces }: { $words }
reach-between = { "; " }
board-damaged = Allied ships out with damage: { $ships }.
board-sunk = Allied ships sunk: { $ships }.
board-out-of-play = Markers out of play: { $markers }.
mission-orders = Orders: { $mission }. To win, meet all of these at the end of one of the { $days } days:
mission-points =
    { $met ->
        [yes] {"[x]"} { $points } of { $needed } victory points.
       *[no] {"[ ]"} { $points } of { $needed } victory points.
    }
mission-objective =
    { $met ->
        [yes] {"[x]"} A ship on an objective: { $ships }.
       *[no] {"[ ]"} A ship on an objective: { $spaces }.
    }
mission-coast =
    { $met ->
        [yes] {"[x]"} All coastal units destroyed at { $spaces }; left: { $left }.
       *[no] {"[ ]"} All coastal units destroyed; left: { $left }.
    }
ship-at = { $ship } ({ $class }) at { $space }
ship-gone = { $ship } ({ $class }), sunk
ship-track = { $track } { $value }/{ $limit }
ship-box = { $box } { $item }
ship-cargo = Cargo by hull box: { $cargo }; { $free } of { $boxes } boxes free.
ship-speeds =
    { $may ->
        [yes] Cruise { $cruise }, maximum { $maximum }, emergency { $emergency }; may move.
       *[no] Cruise { $cruise }, maximum { $maximum }, emergency { $emergency }; may not move now.
    }
speed-none = –
space-draws =
    { $count ->
        [0] No marker would be drawn here.
        [one] One marker would be drawn here.
       *[other] { $count } markers would be drawn here.
    }
ship-must-leave = Her visit to { $space } is over: she must leave.
place-line = { $space }: { $what }.
place-hidden =
    { $count ->
        [one] one marker face down
       *[other] { $count } markers face down
    }
place-coast =
    { $count ->
        [one] one coastal unit not shown
       *[other] { $count } coastal units not shown
    }
place-landed = held by a landing party
place-friends =
    { $count ->
        [one] a friendly ship
       *[other] { $count } friendly ships
    }
space-is =
    { $standing ->
        [friendly] { $space }: { $kind }, { $zone }; { $owner }, friendly.
        [neutral] { $space }: { $kind }, { $zone }; { $owner }, neutral.
        [allied] { $space }: { $kind }, { $zone }; { $owner }, Allied.
       *[none] { $space }: { $kind }, { $zone }.
    }
space-lines = Next to: { $spaces }.
space-collier = A collier waits here.
space-supplies = Outfitting here: { $what }.
supply-coal =
    { $dice ->
        [one] coal, one die
       *[other] coal, { $dice } dice
    }
supply-ammunition =
    { $dice ->
        [one] ammunition and torpedoes, one die
       *[other] ammunition and torpedoes, { $dice } dice
    }
supply-repair =
    { $dice ->
        [one] repairs, one die more
       *[other] repairs, { $dice } dice more
    }
supply-cargo = cargo
space-objective = An objective of your orders.
space-barred = Closed to German ships now.
enemy-in-sight = { $ship } is face up at { $space }.
space-ships = German ships here: { $ships }.
pending-share =
    { $source ->
        [arsenal] { $points ->
            [one] One point
           *[other] { $points } points
        } of ammunition and torpedoes at { $space } to share among { $ships }.
       *[other] { $points } points of coal at { $space } to share among { $ships }.
    }
pending-choose = Choose jamming or a breakthrough.
pending-examine =
    { $all ->
        [yes] Choose a place; every unit there will be shown.
       *[no] Choose a place; two units there will be shown.
    }
pending-incidents = Still to happen at { $space }: { $markers }.
pending-evade = A submarine threatens { $ships }.
pending-ram = One of these rams the submarine: { $ships }.
pending-spaces = Still to be settled: { $spaces }.
pending-merchantmen = Merchantmen for the raiding phase at { $spaces }.
today-storms = Storm today at { $spaces }.
today-visibility = Limited visibility today at { $spaces }.
battle-stands =
    { $side ->
        [german] { $coast ->
            [yes] Bombardment of { $space }: the Germans fire first.
           *[no] Battle at { $space }: the Germans fire first.
        }
        [allied] { $coast ->
            [yes] Bombardment of { $space }: the Allies fire first.
           *[no] Battle at { $space }: the Allies fire first.
        }
       *[none] { $coast ->
            [yes] Bombardment of { $space }.
           *[no] Battle at { $space }.
        }
    }
battle-round =
    { $side ->
        [german] { $space }, round { $round } ({ $weapons }): the Germans fire.
       *[allied] { $space }, round { $round } ({ $weapons }): the Allies fire.
    }
battle-coast =
    { $count ->
        [one] Coastal unit: { $values } (its dice and its points).
       *[other] Coastal units: { $values } (their dice and their points).
    }
battle-own =
    { $hull ->
        [one] { $ship }: hull 1 of { $limit }, the next hull hit sinks her; guns { $primary }-{ $secondary }-{ $tertiary }, torpedoes { $torpedoes }, ammunition { $ammunition }.
       *[other] { $ship }: hull { $hull } of { $limit }; guns { $primary }-{ $secondary }-{ $tertiary }, torpedoes { $torpedoes }, ammunition { $ammunition }.
    }
battle-own-sunk = { $ship }: sunk.
battle-enemy =
    { $state ->
        [sunk] { $ship }: sunk.
        [withdrawn] { $ship }: withdrawn.
       *[other] { $left ->
            [one] { $ship } ({ $class }): one more hit sinks her; guns { $primary }-{ $secondary }-{ $tertiary }, torpedoes { $torpedoes }, speed { $speed }.
           *[other] { $ship } ({ $class }): { $left } hits sink her; guns { $primary }-{ $secondary }-{ $tertiary }, torpedoes { $torpedoes }, speed { $speed }.
        }
    }
enemy-values = { $ship } ({ $class }: guns { $primary }-{ $secondary }-{ $tertiary }, torpedoes { $torpedoes }, armour { $armour }, speed { $speed })
battle-points = Points in this battle: { $gained } won, { $lost } lost.
