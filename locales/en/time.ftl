# Time at a table: what is agreed, pauses, absences, deadlines.
time-pace = pace of decisions: { $pace }
time-paces = pace of decisions: { $big }, of small ones { $small }
time-weekends-off = Saturdays and Sundays do not count ({ $zone })
time-grace = { $hours ->
    [0] no grace after a deadline
    [one] one hour of grace after a deadline
   *[other] { $hours } hours of grace after a deadline
}
time-overdue-wait = when time is up, everybody is told and the game waits on
time-overdue-claim = when time is up, the other players may claim the game, by vote
time-overdue-substitute = when time is up, another player may take the seat
time-overdue-computer = when time is up, a computer player ({ $strength }) stands in, until whoever had the seat takes it back
time-overdue-stand-in = when time is up, the player of the seat that stands in for it has it
time-overdue-standing-orders = when time is up, the player’s own standing orders answer; where none does, the game waits on
time-absence = { $days ->
    [0] no absences
    [one] one day of absence a year for each player
   *[other] { $days } days of absence a year for each player
}
time-stops = { $stops ->
    [0] nobody stops the clock alone
    [one] one emergency stop of the clock for each player
   *[other] { $stops } emergency stops of the clock for each player
}
time-pause = a pause until all agree to go on, for 90 days at most
time-pause-until = a pause until { $until }
time-resume = the clock goes on
time-stop = the clock stays stopped
time-claim = the game is claimed from { $seat }, whose time is up
time-silence = { $what } (if nobody says no for { $hours } hours, it is enough to ask again)
time-agreed = Agreed about time: { $terms }.
time-no-pace = No pace is agreed: every decision may take as long as it takes.
time-stands = The clock stands until { $until }, or until the players agree to go on before that.
time-stopped = A player has stopped the clock. It stands until { $until }, unless the others answer before that.
time-waits = { $seat } is asked since { $since }.
time-waits-due = { $seat } is asked since { $since }; the decision is due by { $due }.
time-waits-up = { $seat } is asked since { $since }; the decision was due by { $due }, and the time is up.
time-away = { $seats } is away from { $from } to { $until }: that player’s clock stands.
time-due = { $overdue ->
    [claim] Due by { $due }. If nothing is decided by { $up }, the other players may claim the game, by vote.
    [substitute] Due by { $due }. If nothing is decided by { $up }, another player may take this seat.
    [computer] Due by { $due }. If nothing is decided by { $up }, a computer player ({ $strength }) stands in at this seat; you may take it back.
    [stand-in] Due by { $due }. If nothing is decided by { $up }, whoever stands in for this seat has it.
    [standing-orders] Due by { $due }. If nothing is decided by { $up }, your own standing orders answer, those for this too; where none does, the game waits on.
   *[wait] Due by { $due }. If nothing is decided by { $up }, everybody is told, and the game waits on.
}
time-up = { $overdue ->
    [claim] The time is up since { $up }. You can still decide; until you do, the other players may claim the game, by vote.
    [substitute] The time is up since { $up }. You can still decide; until you do, another player may take this seat.
    [computer] The time is up since { $up }. No other computer player stands in for this seat, so the game waits on for your decision.
    [stand-in] The time is up since { $up }. No other player stands in for this seat, so the game waits on for your decision.
    [standing-orders] The time is up since { $up }. No standing order of this seat has answered, so the game waits on for your decision.
   *[wait] The time is up since { $up }. Everybody was told, and the game waits on for your decision.
}
time-extended = This is later than the log says: nobody kept time for a while, or a clock was slow.
time-due-extended = { $due } { $why }
time-extended-own = Table { $table }: you have more time, until { $until }. Nobody kept time for a while, or a clock was slow, and that is not to cost you anything.
time-extended-other = Table { $table }: { $seat } has more time, until { $until }. Nobody kept time for a while, or a clock was slow, and that is not to cost anybody anything.
time-first-due = A decision asked for now would be due by { $due }.
time-first-due-both = A big decision asked for now would be due by { $big }, a small one by { $small }.
time-first-due-small = A small decision asked for now would be due by { $small }.
time-first-due-paused = The clock stands until { $until } at the latest; it goes on earlier with `resume`.
time-read-until = Until { $until }.
time-read-from = From { $from } to { $until }.
time-read-by = Days and times are read by the clocks of { $zone }.
time-read-by-utc = Days and times are read as UTC, since you have named no time zone.
time-away-when = From when, and until when? Such as “until 24 Dec”, “20 Dec to 24 Dec 18:00” or “3d”.
time-away-span = from { $from } to { $until }
time-away-runs = You are away from { $from } until { $until }. `end-absence` ends that now. To come back on a later day, end it and book what is left, as in `absent until 5 Dec`. Nothing was done.
time-away-which = Which absence? You have booked several: { $spans }. Type a day of the one that is to end, such as `end-absence 24 Dec`.
time-away-ended = Your absence from { $from } to { $until } has ended.
time-away-joined = Together with what was booked before, you are away from { $from } to { $until }: one absence.
time-ahead = The last entry of this table is of { $last }, which is ahead of the clock. Nobody’s time is up until the operator has set that right.
time-claim-none = Nobody else’s time is up.
time-claim-which = Whose? The time of several is up: { $seats }.
setting-zone = Your time zone: it is { $now } now.
setting-reminders = Your reminders of a decision: { $steps }. The times are those for a question asked now.
setting-reminders-none = You get no reminders.
setting-reminders-digest = Your reminders of a decision: { $steps }. Those that can wait come together at { $time } ({ $zone }). The times are those for a question asked now.
reminder-after = { $hours } after the question
reminder-before = { $hours } before the deadline
reminder-at = { $step }: { $at }
setting-quiet = You get no reminders in your quiet hours, { $hours }. The next are from { $from } to { $until }.
setting-quiet-none = You have no quiet hours: reminders come at any time.
calendar-link = Your calendar, for any program that subscribes to calendars by a link: { $link }
    It says at which tables it is your turn and until when, and nothing else. Whoever has the link can read it: `calendar new` makes another, `calendar off` ends it.
calendar-anew = Your calendar has a new link, and the one before it is dead: { $link }
calendar-off = You have no calendar: no link of yours shows one.
calendar-misread = “{ $given }” is nothing that is done with a calendar. Write `calendar` for its link, `calendar new` for another, or `calendar off` for none.
calendar-no-pages = Nothing here shows calendars: whoever runs this club would have to set up { "`" }[pages]{ "`" } for { "`" }wardroom serve{ "`" }.
calendar-turn = Your turn at { $table }
time-line-due = { $line }; due { $due }
time-moment = { $time } ({ $zone })
time-utc = { $time } UTC
ledger-time-proposed = Proposed by { $seat }, about time: { $what }. The other players are to agree.
ledger-time-changed = Time at this table: { $what }.
ledger-time-stopped = { $seat } has stopped the clock, and any request that was open has lapsed. The other players are asked to leave it so; it goes on as soon as one of them says no, and by itself after three days unless all agree.
ledger-time-expired = The time of { $seat } is up: the decision was due on { $deadline }.
ledger-absence-booked = { $seat } is away from { $from } to { $until }; that player's clock stands.
ledger-absence-ended = { $seat } is back, or does not go away after all.
ledger-law-changed = From here on time is counted by version { $law } of the program’s law of time.
ledger-deadline-moved = The rules of a time zone changed: { $seat } has until { $deadline }.
ledger-clock-set = The log was ahead of the clock, and was set right. Every decision has its whole time from here on.
ledger-claim-proposed = { $seat } claims the game from { $against }, whose time is up. The other players are to agree.
closing-claimed = claimed, as a player's time was up
refusal-no-stand-in = Nobody here stands in for another, so no seat can go to whoever does. Write `overdue wait`, `overdue claim`, `overdue substitute`, `overdue standing-orders` or `overdue computer`.
refusal-terms-as-they-are = That is how it is agreed already.
refusal-terms-never-due = Nothing would ever be due so: { $pace }.
refusal-paused-already = The clock stands already.
refusal-not-paused = The clock is not stopped.
refusal-time-is-past = That time is past.
refusal-time-too-far = That is too far ahead: at most { $days } days.
refusal-absence-too-long = That is too long: { $days } days of absence a year were agreed, and in { $year } it would be { $over } more.
refusal-not-away = You are not away, and have not said that you will be.
refusal-absence-booked = You have booked that already: from { $from } to { $until }.
refusal-no-stops-left = { $most ->
    [0] It was agreed that nobody stops the clock alone. Propose a pause: `pause`.
   *[other] You have no emergency stop left: { $most } in a game are agreed. Propose a pause: `pause`.
}
refusal-stop-too-soon = The others said no to your last emergency stop. The next one is possible from { $next } on, and you have { $left } left. Until then propose a pause: `pause`.
clock-off = The clock of this machine shows { $ours }, and the store’s shows { $theirs }: they are too far apart. Nothing was done. Set the clock right, and try again.
clock-jumped = The clock of this machine shows { $ours }; going on steadily it would show { $theirs }. It was set while the program ran. Nothing was done. Set it right, or try again once it has gone on steadily for ten minutes.
refusal-law-newer = Time at this table is counted by version { $theirs } of the law of time; this program has version { $ours } only. Nothing was done: play on with a newer program.
refusal-not-ahead = The log of this table is not ahead of the clock: its last entry is of { $last }. Nothing has to be set right.
refusal-claim-not-agreed = It was not agreed at this table that a game may be claimed.
refusal-time-not-up = The time of { $seat } is not up.
refusal-claimed-from-you = The game is claimed from you: the others are asked. Give your order, and the claim is void.
