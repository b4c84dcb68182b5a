standing-gauge-of = { $gauge } of { $of }
standing-condition = { $is ->
    [below] { $gauge } is below { $number }
    [at-most] { $gauge } is at most { $number }
    [exactly] { $gauge } is exactly { $number }
    [at-least] { $gauge } is at least { $number }
   *[above] { $gauge } is above { $number }
}
standing-and = {" "}and{" "}
standing-or = {" "}or{" "}
standing-answers = { $state ->
    [armed] { $name }: when asked about { $question }, { $order }.
   *[disarmed] { $name } (disarmed): when asked about { $question }, { $order }.
}
standing-answers-if = { $state ->
    [armed] { $name }: when asked about { $question }, if { $conditions }: { $order }.
   *[disarmed] { $name } (disarmed): when asked about { $question }, if { $conditions }: { $order }.
}
standing-passes = { $state ->
    [armed] { $name }: passes every question until { $until }.
   *[disarmed] { $name } (disarmed): passes every question until { $until }.
}
standing-plan = { $state ->
    [armed] plan: { $steps }, in this turn.
   *[disarmed] plan (disarmed): { $steps }, in this turn.
}
standing-plan-until = { $state ->
    [armed] plan: { $steps }, in this turn and until { $until }.
   *[disarmed] plan (disarmed): { $steps }, in this turn and until { $until }.
}
standing-plan-then = , then{" "}
standing-plan-asked = when asked about { $question }, { $order }
standing-plan-steps = A plan has 1 to { $most } orders with `then` between them, and this one has { $given }.
standing-plan-never-asked = “{ $order }” answers no question of yours. Orders that do: { $verbs }.
standing-asked = you are asked about { $question }
standing-none = You have no standing orders at this table.
standing-vocabulary = `standing NAME when QUESTION if CONDITION then ORDER`. Questions: { $questions }. Numbers for conditions: { $gauges }.
standing-when = It is sent { $seconds } seconds after the question, while a server keeps time; until then you can answer yourself.
standing-next = It is sent { $seconds } seconds after a question, from the next one on, while a server keeps time.
standing-when-up = It is sent { $seconds } seconds after your time runs out, while a server keeps time; until then you can answer yourself.
standing-next-up = It is sent { $seconds } seconds after your time runs out, from the next question on, while a server keeps time.
standing-next-or-up = From the next question on, it is sent { $seconds } seconds after a question. For the present one, it is sent { $seconds } seconds after your time runs out. Both need a server that keeps time.
standing-time-up = your time is up
standing-up-not-agreed = This table has not agreed that standing orders answer when time is up. Where there is a pace, `pace overdue standing-orders` proposes it; or leave out `time is up`.
standing-done = { $done ->
    [armed] { $name } is armed.
    [disarmed] { $name } is disarmed.
   *[dropped] { $name } is deleted.
}
standing-no-such = You have no standing order called “{ $name }”. You have: { $names }.
standing-no-such-none = You have no standing order called “{ $name }”; you have none at this table.
standing-too-many = A seat may have at most { $most } standing orders. `standing drop NAME` deletes one.
standing-game-none = This game has no standing orders.
standing-over = The game is over, so no standing order would ever be sent.
standing-no-name = “{ $given }” is not a name for a standing order. Begin with a name of letters a to z, digits and hyphens, such as `dodge when …`.
standing-no-when = “{ $name }” has no question. Continue with `when QUESTION`, then optionally `if CONDITION`, and `then ORDER`.
standing-no-question = There is no question “{ $given }” for you. Your questions: { $questions }.
standing-no-condition = “{ $given }” is not a condition. Name a number and compare it: `{ $example } is at least 2`, or is at most, below, above, exactly.
standing-no-gauge = “{ $given }” names no known number. Choose from: { $gauges }.
standing-which-of = { $gauge } of what? Choose from: { $of }.
standing-never = This can never be true: { $condition }. The number ranges from { $least } to { $most }.
standing-contradiction = These can never both be true: { $one }; { $other }.
standing-no-order = There is no order. End with `then ORDER`, as you would type it.
standing-no-answer = “{ $order }” never answers the question about { $question }. Orders that do: { $verbs }.
standing-illegal-now = You have this decision to make now, and “{ $order }” is not legal for it: { $why }
standing-no-until = Until when? Name a question or a condition: `pass-ahead until QUESTION`, `pass-ahead until NUMBER is at least 4`; `standing` lists both.
standing-no-pass = You must now decide about { $question }, which cannot be passed. Answer it first.
standing-disarmed-illegal = Table { $table }: { $name ->
    [plan] your plan has ended
   *[other] your standing order “{ $name }” is disarmed
}. Its order was not legal when it was due.
standing-disarmed-unconfirmed = Table { $table }: { $name ->
    [plan] your plan has ended
   *[other] your standing order “{ $name }” is disarmed
} and has not answered. Its order would have cost a ship, the objective or the game; such an order answers only if it ends in `anyway`.
standing-disarmed-unforeseen = Table { $table }: { $name ->
    [plan] your plan has ended
   *[other] your standing order “{ $name }” is disarmed
}. You had a decision to make that it does not cover.
standing-disarmed-taken-back = Table { $table }: { $name ->
    [plan] your plan has ended
   *[other] your standing order “{ $name }” is disarmed
}. Something was taken back.
standing-disarmed-over = Table { $table }: { $name ->
    [plan] your plan has ended, because what you named has happened or the turn is over.
   *[other] passing ahead has ended, because what you named has happened.
}
log-standing = { $seat } answers by the standing order “{ $name }”.
