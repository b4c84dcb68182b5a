# A day of Goeben, 1914 that is over, and what points were scored for.
day-over = Day { $day } of { $days } is over
day-points =
    { $count ->
        [0] No points today: { $points } of { $needed }.
        [one] Points today: { $causes }. { $points } of { $needed } in all.
       *[other] Points today: { $causes }; { $sum } together. { $points } of { $needed } in all.
    }
day-alert = Alert { $from } → { $to }: { $causes }.
day-alert-same = Alert still { $alert }.
day-lost = Lost: { $what }.
day-lost-nothing = Nothing lost.
day-lost-ship = { $ship } { $what }
day-lost-track = { $track } { $from } → { $to }
day-lost-sunk = { $ship } sunk
day-lost-cargo = { $item } of { $ship }
day-lost-collier = the collier at { $space }
day-lost-landing = the landing party at { $space }
day-ahead =
    { $days ->
        [0] No day left · { $goal }.
        [one] One day left · { $goal }.
       *[other] { $days } days left · { $goal }.
    }
points-cause = { $cause } { $by }
cause-allied-sunk = Allied ships sunk
cause-allied-damaged = Allied ships damaged
cause-mine = a ship struck a mine
