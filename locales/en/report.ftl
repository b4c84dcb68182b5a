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
menu-example = for example: { $typed }
odds-beside = { $sentence } ({ $odds })
# Whose decision it is, for a picture
decision-yours = You: { $what }
decision-of-seats = { $seats }: { $what }
# The page at the end of a game
ending-share = To share
ending-share-result = { $game } · { $result }
ending-check = Check it
ending-check-how = `wardroom audit { $table }` recomputes all { $entries } entries, every roll and every rule. The dice follow from a seed that was fixed when the table was opened: no order could choose one, and nobody without the database could. `wardroom export { $table }` writes the file that others can check.
ending-check-open = `wardroom audit { $table }` recomputes all { $entries } entries, every roll and every rule, on the machine that has the database. The seed is secret while the table is open, so nobody else can check the dice. `close` closes the table and makes the seed public.
ending-check-practice = This was a practice table: orders could be taken back after the dice were seen.
ending-check-holder = Anyone who holds the database can read the seed during play, and so the dice to come and what lies face down. They could also rewrite the log from the beginning. To detect that, note a head during play and compare it with `--head`.
ending-not-yet = The game is not over yet.
ending-points = Points
ending-losses = Sunk and damaged
ending-luck = Luck
ending-face-down = What lay face down
ending-history = What really happened
# Luck in words
luck = { $sixes ->
    [one] { $whose }: one six in { $dice } dice, { $expected } expected.
   *[other] { $whose }: { $sixes } sixes in { $dice } dice, { $expected } expected.
  }

# Advice at tables for practice.
lesson-part = Lesson, part { $part } of { $parts }. { $why }
lesson-end = The lesson is over. { $why }
hint-none = Nothing comes to mind here.
hint-nothing-asked = You have nothing to decide now, so there is no hint.
hint-practice-only = Hints are only for practice tables (opened with `practice`); this is not one.
