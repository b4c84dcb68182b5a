# What cannot be undone in Goeben, 1914, before it is done.
warning = Careful: { $what }
warning-cargo-points = cargo points of { $ships } that are not spent before `done` are lost.
warning-friends = the friendly ships at { $spaces } part company with `done`; coal from them first.
warning-last-day = this is the last day. What the orders want must hold when it ends.
warning-last-to-move = { $ship } is the last to move; then the markers are drawn and the day takes its course.
warning-leaving = who leaves { $space } cannot come back; her visit there is over.
warning-staying = who stays at { $space } today has had the one visit, and must leave tomorrow for good.
warning-french-fleet = the French fleet sinks { $ships } at { $spaces } when the movement ends.
warning-french-fleet-bound = { $ships } cannot move today after this, and the French fleet sinks every German ship at { $spaces } when the movement ends.
warning-french-fleet-today = the French fleet is at sea today: it sinks { $ships } at { $spaces } unless they leave before the movement ends.
warning-squadron-lost = no German ship is left then, and the mission is lost.
warning-out-of-reach = after this the mission can no longer be won: what the orders want is out of reach in the days that are left.
warning-ram = { $ships } has one point of hull left, and goes down with it.
warning-austrians-away = { $ships } did not get back to their base, and leave the campaign for good.
warning-last-coal =
    { $count ->
        [one] { $ships } has one point of coal: spent, she only cruises until she coals.
       *[other] { $ships } have one point of coal each: spent, they only cruise until they coal.
    }
warning-last-ammunition =
    { $count ->
        [one] to fire takes the last ammunition of { $ships }.
       *[other] to fire takes the last ammunition of each of { $ships }.
    }
warning-last-ammunition-maximum =
    { $count ->
        [one] at the maximum rate { $ships } fires away her last ammunition.
       *[other] at the maximum rate { $ships } each fire away their last ammunition.
    }
warning-sail-on = if you sail on, what the orders want must hold again when the mission ends.
