# What cannot be undone in Goeben, 1914, before it is done.
warning = Careful: { $what }
warning-cargo-points = cargo points of { $ships } not spent before `done` are lost.
warning-friends = the friendly ships at { $spaces } leave at `done`; coal from them first.
warning-last-day = this is the last day. The conditions of the orders must be met when it ends.
warning-last-to-move = { $ship } is the last to move; then the markers are drawn.
warning-leaving = a ship that leaves { $space } cannot come back; the visit there is over.
warning-staying = a ship that stays at { $space } today uses up its one visit, and must leave tomorrow for good.
warning-french-fleet = the French fleet sinks { $ships } at { $spaces } when the movement ends.
warning-french-fleet-bound = { $ships } cannot move today after this, and the French fleet sinks every German ship at { $spaces } when the movement ends.
warning-french-fleet-today = the French fleet is at sea today: it sinks { $ships } at { $spaces } unless they leave before the movement ends.
warning-squadron-lost = no German ship would be left, and the mission would be lost.
warning-out-of-reach = the mission could then no longer be won: its conditions are out of reach in the days left.
warning-ram = { $ships } has one point of hull left, and would sink too.
warning-austrians-due = the mission ends today. Still away from base, { $ships } would leave the campaign for good: move back now.
warning-austrians-away = { $ships } did not get back to their base, and leave the campaign for good.
warning-last-coal =
    { $count ->
        [one] { $ships } has one point of coal. Once it is spent, she can only cruise until she coals.
       *[other] { $ships } have one point of coal each. Once it is spent, they can only cruise until they coal.
    }
warning-last-ammunition =
    { $count ->
        [one] firing uses the last ammunition of { $ships }.
       *[other] firing uses the last ammunition of each of { $ships }.
    }
warning-last-ammo-maximum =
    { $count ->
        [one] at the maximum rate { $ships } uses up her last ammunition.
       *[other] at the maximum rate { $ships } each use up their last ammunition.
    }
warning-sail-on = if you sail on, the conditions of the orders must be met again when the mission ends.
