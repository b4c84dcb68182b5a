# What a data pack can lack or have wrong.
pack-no-space = spaces.toml has no space { $space }
pack-no-space-near = spaces.toml has no space { $space }; did you mean { $near }?
pack-start-at-sea = { $space } is { $kind }, where no squadron may begin
pack-start-enemy = { $space } is an enemy harbour, where no squadron may begin
# The charts.
pack-chart-row-missing = the row is missing from the chart
pack-face-twice = the face { $die } has a row already
pack-face-missing = the face { $die } has no row; a die has six
pack-results = { $count } results; { $right } are needed, one for each value 0 to 3
pack-values = { $count } values; { $right } are needed, one for each Leadership 0 to 6
pack-beyond-column = { $value } and { $wireless } for Wireless make { $most }, beyond the last column, 3
pack-few-totals = the table has no rows; it runs from the lowest total to the highest
pack-total-twice = the total { $total } has a row already
pack-total-gap = { $total } follows { $last }; the next row is for { $next }, for totals go up without a gap
pack-class-untargeted = { $class } is missing; ships.toml has targets of that class
pack-class-unscored = the row is missing from the chart; ships.toml has ships of that class
pack-damage-above-loss = { $damaged } is more than { $sunk } for sinking it
# Counters.
pack-marker-missing = the marker is missing; its count may be 0
pack-cargo-missing = the row is missing; its count may be 0
pack-value-twice = the value { $value } has a row already
pack-few-coastal = spaces.toml places { $placed } units, but only { $exist } exist
# The map.
pack-owner-missing = the key is missing: a { $kind } belongs to a nation
pack-owned-by-nobody = a { $kind } space belongs to nobody; take the owner away
pack-zone-not-allied = a patrol zone belongs to a nation that stands allied in pack.toml
pack-black-sea = kind and zone must both be black-sea, or neither
pack-atlantic-exit = the Atlantic exit lies in the zone atlantic
pack-coast-not-allied = coastal units guard ports and naval bases of Allied nations only
pack-space-missing = the space is missing; the rules name it: { $why }
pack-space-kind = must be { $kind }: { $why }
pack-named-by-austrian-ships = 20.0, where the Austro-Hungarian ships begin
pack-named-by-french-navy-sortie = the French Navy Sortie
pack-named-by-italian-alliance = the reward of the Italian Alliance
pack-named-by-suez-canal = the reward of the Suez Canal Operation
pack-line-to-itself = the line leads from { $space } to itself
pack-line-twice = { $a } and { $b } are joined already by line { $earlier } of the list; a line is sailed both ways
pack-line-ends = a line joins 2 spaces, no more and no fewer
pack-no-one-way = `{ $field }`: there is no one-way line, every line is sailed both ways; give its two ends as `between`
pack-no-line = no line in lines.toml reaches this space
pack-cut-off = no way leads here from { $from }, where the squadron begins
# Missions.
pack-mission-missing = the mission is missing; the rules have six
pack-mission-without-end = the mission ends nowhere: name spaces in `objective`, or give `bases`
pack-ends-with-allies = no ship ends in an Allied base; friendly or neutral is possible
pack-no-coastal-units = no coastal units are placed at { $space } (spaces.toml)
pack-removes-itself = a mission that is won cannot be removed as well
pack-no-austrian = there is no Austro-Hungarian { $class } (ships.toml)
pack-no-patrol-zone = { $space } is no patrol zone
pack-in-black-sea = { $space } is in the Black Sea, which no ship enters
pack-starts-with-enemy = no squadron begins in a harbour of the enemy
pack-closed-exit = must be true: { $space } is the Atlantic exit (12.5)
# Nations and the set-up.
pack-nation-missing = the nation is missing
pack-nation-side = must be { $standing }: the rules say which side it fights on
pack-no-stock = the { $nation } ships have no stock (3.0(3))
pack-few-quiet-seas = the stocks take { $used } Quiet Seas, but only { $exist } exist (counters.toml)
pack-stock-nation = a stock holds british or french warships (3.0(3))
pack-small-stock = { $drawn } markers are drawn from a stock that holds { $holds }
# Ships.
pack-ship-missing = the ship is missing; rules 3.0 and 19 name it
pack-what-if = must be true: rule 19 brings this ship in
pack-no-squadron = no ship is `standard = true`, so the standard game has no squadron
pack-marker-name = an Incident marker has this name; give the ship another id
pack-no-squadron-class = { $class } is no class of the squadron; BC or CL is possible
pack-german-counter = German ships stand under [german] with a full display
pack-no-such-ships = the rules know no { $nation } ships; british, french or austro-hungarian is possible
pack-convoy-french = troop convoys are french (13, 14.15)
