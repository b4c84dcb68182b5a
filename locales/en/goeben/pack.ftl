# What a data pack can lack or have wrong.
pack-no-space = spaces.toml has no space { $space }
pack-no-space-near = spaces.toml has no space { $space }; did you mean { $near }?
pack-start-at-sea = { $space } is { $kind }, where no squadron may begin
pack-start-enemy = { $space } is an enemy harbour, where no squadron may begin
# The charts.
pack-chart-row-missing = the row is missing from the chart
pack-stop-fixed = must be { $right }: rule 12.5 says where a move ends
pack-face-twice = the face { $die } has a row already
pack-face-missing = the face { $die } has no row; a die has six
pack-results = { $count } results; { $right } are needed, one for each value 0 to 3
pack-values = { $count } values; { $right } are needed, one for each Leadership 0 to 6
pack-beyond-column = { $value } and { $wireless } for Wireless make { $most }, beyond the last column, 3
pack-few-totals = the table has no rows; it runs from the lowest total to the highest
pack-total-twice = the total { $total } has a row already
pack-total-gap = { $total } follows { $last }; the next row must be { $next }, because totals go up without a gap
pack-class-untargeted = { $class } is missing; ships.toml has targets of that class
pack-class-unscored = the row is missing from the chart; ships.toml has ships of that class
pack-damage-above-loss = { $damaged } is more than { $sunk } for sinking it
# Counters.
pack-marker-missing = the marker is missing; its count may be 0
pack-cargo-missing = the row is missing; its count may be 0
pack-value-twice = the value { $value } has a row already
pack-few-coastal = spaces.toml places { $placed } units, but there are only { $exist }
# The map.
pack-owner-missing = the key is missing: a { $kind } belongs to a nation
pack-owned-by-nobody = a { $kind } space belongs to nobody; remove the owner
pack-zone-not-allied = a patrol zone belongs to a nation that is allied in pack.toml
pack-black-sea = kind and zone must both be black-sea, or neither
pack-atlantic-exit = the Atlantic exit lies in the zone atlantic
pack-coast-not-allied = only ports and naval bases of Allied nations have coastal units
pack-space-missing = the space is missing; the rules name it: { $why }
pack-space-kind = must be { $kind }: { $why }
pack-named-by-austrian-ships = 20.0, where the Austro-Hungarian ships begin
pack-named-by-french-navy-sortie = the French Navy Sortie
pack-named-by-italian-alliance = the reward of the Italian Alliance
pack-named-by-suez-canal = the reward of the Suez Canal Operation
pack-line-to-itself = the line leads from { $space } to itself
pack-line-twice = { $a } and { $b } are already joined by line { $earlier } of the list; a line works in both directions
pack-line-ends = a line joins exactly 2 spaces
pack-no-one-way = `{ $field }`: there are no one-way lines; give the two ends as `between`
pack-no-line = no line in lines.toml reaches this space
pack-cut-off = this space cannot be reached from { $from }, where the squadron begins
# Missions.
pack-mission-missing = the mission is missing; the rules have six
pack-mission-without-end = the mission has no objective: name spaces in `objective`, or give `bases`
pack-ends-with-allies = a mission cannot end in an Allied base; write friendly or neutral
pack-no-coastal-units = no coastal units are placed at { $space } (spaces.toml)
pack-removes-itself = a mission cannot remove itself when won
pack-no-austrian = there is no Austro-Hungarian { $class } (ships.toml)
pack-no-patrol-zone = { $space } is not a patrol zone
pack-in-black-sea = { $space } is in the Black Sea, which no ship enters
pack-starts-with-enemy = a squadron cannot begin in an enemy harbour
pack-closed-exit = must be true: { $space } is the Atlantic exit (12.5)
# Nations and the set-up.
pack-nation-missing = the nation is missing
pack-nation-side = must be { $standing }: the rules fix which side it fights on
pack-no-stock = the { $nation } ships have no stock (3.0(3))
pack-few-quiet-seas = the stocks take { $used } Quiet Seas, but there are only { $exist } (counters.toml)
pack-stock-nation = a stock holds british or french warships (3.0(3))
pack-small-stock = { $drawn } markers are drawn from a stock of { $holds }
# Ships.
pack-ship-missing = the ship is missing; rules 3.0 and 19 name it
pack-what-if = must be true: rule 19 brings this ship in
pack-no-squadron = no ship is `standard = true`, so the standard game has no squadron
pack-marker-name = an Incident marker has this name; give the ship another id
pack-german-id-long = the id has { $bytes } bytes; that of a German ship has { $limit } at most
pack-no-squadron-class = { $class } is not a class of the squadron; write BC or CL
pack-german-counter = German ships belong under [german], with a full display
pack-no-such-ships = the rules have no { $nation } ships; write british, french or austro-hungarian
pack-convoy-french = troop convoys are french (13, 14.15)
