# Where a player of Goeben, 1914 stands, and how far places are.
# How things stand, before each question.
status-line = { $parts }
status-day =
    { $day ->
        [0] { $days } days ahead
       *[other] Day { $day } of { $days }
    }
status-points =
    { $met ->
        [yes] points { $points } of { $needed } {"[x]"}
       *[no] points { $points } of { $needed } {"[ ]"}
    }
status-reached = at { $space } {"[x]"}
status-objective = { $space }{ $of ->
        [1] {""}
       *[other] , the nearest of { $of },
    } {"[ ]"} { $spaces } away, { $days ->
        [one] one day
       *[other] { $days } days
    } cruising
status-no-way = { $spaces } {"[ ]"} cannot be reached today
status-coast = coast left at { $spaces }
status-alert = alert { $alert } of { $most }
status-ship = { $ship } { $space }: { $what }
status-ship-whole = { $ship } { $space }
status-cargo =
    { $points ->
        [one] one cargo point left
       *[other] { $points } cargo points left
    }

# How far a place is.
way-cruise = { $ships } from { $from }: { $spaces ->
        [one] one space
       *[other] { $spaces } spaces
    }, { $days ->
        [one] one day
       *[other] { $days } days
    } cruising, as things are now:
way-day = day { $day }: { $words } – { $space }, { $draws ->
        [0] no marker drawn
        [one] one marker drawn
       *[other] { $draws } markers drawn
    }
way-maximum = At maximum speed { $days ->
        [one] one day, a point of coal
       *[other] { $days } days, a point of coal each
    }.
way-none = { $ships } cannot get there from { $from } today.
