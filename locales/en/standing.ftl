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
    [armed] { $name }: whatever is asked is passed by until { $until }.
   *[disarmed] { $name } (disarmed): whatever is asked is passed by until { $until }.
}
standing-asked = you are asked about { $question }
standing-none = You have no standing orders at this table.
standing-vocabulary = `standing NAME when QUESTION if CONDITION then ORDER`. Questions: { $questions }. Numbers for conditions: { $gauges }.
standing-when = It goes out { $seconds } seconds after the question, while a server keeps time; until then you can answer yourself.
standing-next = It goes out { $seconds } seconds after a question, from the next one on, while a server keeps time.
standing-when-up = It goes out { $seconds } seconds after your time is said to be up, while a server keeps time; until then you can answer yourself.
standing-next-up = It goes out { $seconds } seconds after your time is said to be up, from the next question on, while a server keeps time.
standing-next-or-up = It goes out { $seconds } seconds after a question, from the next one on, and to this one { $seconds } seconds after your time is said to be up, while a server keeps time.
standing-time-up = your time is up
standing-up-not-agreed = Here nothing is answered when time is up: that was not agreed. `pace overdue standing-orders` proposes it, where there is a pace; or leave out `time is up`.
standing-done = { $done ->
    [armed] { $name } is armed.
    [disarmed] { $name } is disarmed.
   *[dropped] { $name } is no more.
}
standing-no-such = You have no standing order called “{ $name }”. There are: { $names }.
standing-no-such-none = You have no standing order called “{ $name }”, and none at all at this table.
standing-too-many = At most { $most } standing orders a seat. `standing drop NAME` takes one away.
standing-game-none = This game has no standing orders.
standing-over = The game is over: no standing order would ever go out.
standing-no-name = “{ $given }” is no name of a standing order. Begin with a name of letters a to z, digits and hyphens, such as `dodge when …`.
standing-no-when = “{ $name }” says no question. Go on with `when QUESTION`, then perhaps `if CONDITION`, and `then ORDER`.
standing-no-question = You are never asked about “{ $given }”. Your questions: { $questions }.
standing-no-condition = “{ $given }” is no condition. It names a number and compares it: `{ $example } is at least 2`, or is at most, below, above, exactly.
standing-no-gauge = There is no number called so in “{ $given }”. There are: { $gauges }.
standing-which-of = { $gauge } of what? There is that of: { $of }.
standing-never = This can never hold: { $condition }. It goes from { $least } to { $most }.
standing-contradiction = These never hold together: { $one }; { $other }.
standing-no-order = No order is given. End with `then ORDER`, as you would type it.
standing-no-answer = “{ $order }” never answers the question about { $question }. Orders that do: { $verbs }.
standing-illegal-now = You are asked just this now, and there “{ $order }” is refused: { $why }
standing-no-until = Until when? Name a question or a condition: `pass-ahead until QUESTION`, `pass-ahead until NUMBER is at least 4`; `standing` lists both.
standing-no-pass = You are asked now about { $question }, which cannot be passed by. Answer it first.
standing-disarmed-illegal = Table { $table }: your standing order “{ $name }” is disarmed. What it orders was not legal there.
standing-disarmed-unconfirmed = Table { $table }: your standing order “{ $name }” is disarmed and has not answered. What it orders costs a ship, the objective or the game there; such an order answers only if it was written with `anyway` at its end.
standing-disarmed-unforeseen = Table { $table }: your standing order “{ $name }” is disarmed. You were asked something that it does not foresee.
standing-disarmed-taken-back = Table { $table }: your standing order “{ $name }” is disarmed. Something was taken back.
standing-disarmed-over = Table { $table }: passing ahead is over. What you named has happened.
ledger-standing = { $seat } answers by the standing order “{ $name }”.
