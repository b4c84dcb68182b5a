# `lab`: games between computer players, and what they come to.
lab-heading = { $game }: { $games ->
    [one] one game
   *[other] { $games } games
  } from seed { $seed }, played by { $players }
lab-made = Rules { $rules }, data pack { $pack }, wardroom { $version }, options: { $options }
lab-as-seat = { $player } as { $seat }
lab-of-kind = { $player }, { $kind }
lab-wins = { $who }: { $won } of { $games } won, { $drawn } drawn; { $share } % ({ $low } to { $high })
lab-pair = { $player } against { $against }, { $games } games: { $share } % ({ $low } to { $high }), Elo { $elo } ({ $elo-low } to { $elo-high })
lab-orders = Orders a game: { $mean } ({ $least } to { $most })
lab-turns = Last turn: { $mean } ({ $least } to { $most })
lab-ending = { $ending } { $games }
lab-endings = Ends: { $endings }
lab-cause = { $cause } { $points }
lab-points = Points a game, { $side }: { $sum } ({ $causes })
lab-points-of = Points a game, { $side }, played by { $player }: { $sum } ({ $causes })
lab-intervals = The range after each share holds the true share 95 times out of 100 (Wilson). A draw counts as half a win.
lab-no-results = line { $line } is not from a file of results
lab-results-too-great = the file has more than { $mebibytes } MiB; name another file for the results
lab-other-run = these are the results of another run: `{ $what }` is { $found } there, but you asked for { $asked }
