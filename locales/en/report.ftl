# What the reports of all games share.
list-empty = none
share = { $bin } { $points }
sorted = { $bin }: { $things }
way = { $to } by way of { $way }
prompt-other = It is your turn (rule { $rule }).
choice-line = { $number }. { $typed } – { $sentence }
list-separator = { ", " }
list-separator-strong = { "; " }
named-word = { $word } ({ $name })
menu-words = { $usage }: { $words }
menu-many =
    { $count ->
        [one] { $usage }: one way, `options { $verb }` shows it
       *[other] { $usage }: { $count } ways, `options { $verb }` lists them
    }

# The odds of what may be ordered.
odds-outcome = { $what } { $percent } %
odds-beside = { $sentence } ({ $odds })

# Advice at tables for practice.
lesson-part = Lesson, part { $part } of { $parts }. { $why }
lesson-end = The lesson is over. { $why }
hint-none = Nothing comes to mind here.
hint-nothing-asked = There is nothing to decide for you now, so there is no hint.
hint-practice-only = Hints are given at tables opened for practice (`--practice`, or `practice` when a table is opened); this is none.
