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
# Whose decision it is, for a picture
decision-yours = You: { $what }
decision-of-seats = { $seats }: { $what }
