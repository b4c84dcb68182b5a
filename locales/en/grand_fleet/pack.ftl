# What a data pack can lack or have wrong.
# The map.
pack-hex-digits = a hex is named by { $digits } digits, such as 202 (2-2)
pack-hex-place-taken = { $other } is drawn in column { $column } and row { $row } already
pack-owner-missing = the key is missing: a { $kind } hex is british or german (2-2)
pack-owned-by-nobody = a { $kind } hex belongs to nobody; remove the owner
pack-hex-scores-nothing = a { $kind } hex scores nothing; near and home hexes do (11)
pack-way-out-of-forbidden = no fleet enters or leaves a forbidden hex; remove its neighbours (2-2)
pack-way-into-forbidden = { $hex } is a forbidden hex, which no fleet enters; remove it (2-2)
pack-no-home = no hex is the { $side } home; the rules give each side one (2-2)
pack-two-homes = { $first } is the { $side } home already; the rules give each side one (2-2)
pack-own-neighbour = { $hex } is its own neighbour here
pack-not-beside = { $next } (column { $next-column }, row { $next-row }) is not drawn next to { $hex } (column { $column }, row { $row })
pack-one-way = { $next } does not list { $hex } as a neighbour; hexes are entered both ways
pack-no-hex = hexes.toml has no hex { $hex }
pack-no-hex-near = hexes.toml has no hex { $hex }; did you mean { $near }?
pack-cut-off = this hex cannot be reached from { $from }
# Ships.
pack-ship-number = a ship's id begins with a letter; numbers are hexes and fleets
pack-circled-with-turn = a circled ship is there when the game begins; remove the turn or the circle (3)
pack-american-circled = must be true: an American ship with a turn must be circled (9)
pack-starred-nation = the starred ship is british, not { $nation } (12)
pack-two-starred = { $first } is starred already; the rules leave one ship to the players (12)
pack-few-ships = { $fleet } { $side } ships begin in fleet boxes, starred ones left out; the side loses with fewer than { $least } (11)
# The table of types.
pack-type-missing = the type is missing; the rules have five (2-1)
pack-same-letters = { $other } has the same letters
pack-pre-dreadnought-slow = must be slow: a pre-dreadnought makes its fleet slow (8)
pack-nothing-fast = no type is fast; the rules have fast fleets (8)
# The tables read with dice.
pack-milder-result = { $result } is milder than the row before; a higher sum is never better for the target
pack-no-sum = the sum { $next } has no row; the rows go from 1 to { $end } (8)
pack-no-next-row = { $least } cannot begin the next row; it must begin with { $next }, because rows go up without a gap or an overlap
pack-turn-twice = turn { $turn } has a row already
pack-no-turn = turn { $turn } has no row; turns 2 to 9 have one (7a)
pack-six-results = a row has 6 results, one for each face of a die
pack-no-rows = the table has no rows
pack-first-row = the first row has no lower end; remove the key
pack-row-begins = the key is missing; this row begins with { $next }
pack-last-row = the last row has no upper end; remove the key
pack-row-ends = the key is missing; only the last row has no upper end
