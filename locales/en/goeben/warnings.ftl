# What cannot be undone in Goeben, 1914, before it is done.
warning = Careful: { $what }
warning-cargo-points = cargo points of { $ships } that are not spent before `done` are lost.
warning-friends = the friendly ships at { $spaces } part company with `done`; coal from them first.
warning-last-day = this is the last day. What the orders want must hold when it ends.
warning-last-to-move = { $ship } is the last to move; then the markers are drawn and the day takes its course.
warning-leaving = who leaves { $space } cannot come back; her visit there is over.
warning-staying = who stays at { $space } today has had the one visit, and must leave tomorrow for good.
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
