gf-table-types = Types of ships
gf-table-type =
    { $letters } { $type }: gunnery { $gunnery }, defence { $defence }, { $speed ->
        [fast] fast
        [slow] slow
       *[normal] neither fast nor slow
    }.
gf-table-damage = Damage, by the sum of two dice (1 less for German ships)
gf-table-damage-row =
    { $least } to { $most }: { $result ->
        [sunk] sunk
        [boxed] to a DD box
       *[none] no damage
    }.
gf-table-outbreak = Outbreak of unrestricted submarine war
gf-table-outbreak-row = Turn { $turn }: { $results }.
gf-table-outbreak-die =
    { $die } { $result ->
        [war] war
        [choice] Germany chooses
       *[none] none
    }
gf-table-submarine-war = Unrestricted submarine war, from the turn after its outbreak on
gf-table-submarine-row =
    { $bounds ->
        [up] { $most } or less
        [on] { $least } or more
       *[between] { $least } to { $most }
    }: { $points ->
        [0] nothing
       *[other] { $side } { $points }
    }.
gf-table-submarine-later = Add to the die { $modifier } for each turn after the first of these.
gf-table-maintenance = Ships needed to hold the North Sea
gf-table-maintenance-row = { $side }: { $count } ships or more in the fleet box.
