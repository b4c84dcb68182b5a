# Time at a table: what is agreed, pauses, absences, deadlines.
time-pace = pace of decisions: { $pace }
time-paces = pace of decisions: { $big }, of small ones { $small }
time-weekends-off = Saturdays and Sundays do not count ({ $zone })
time-grace = { $hours ->
    [0] no grace after a deadline
    [one] one hour of grace after a deadline
   *[other] { $hours } hours of grace after a deadline
}
time-overdue-wait = when time is up, everybody is told and the game waits
time-overdue-claim = when time is up, the other players may claim the game, by vote
time-overdue-substitute = when time is up, another player may take the seat
time-overdue-computer = when time is up, a computer player ({ $strength }) stands in until the seat’s player takes it back
time-overdue-stand-in = when time is up, the seat goes to the player who stands in for it
time-overdue-standing-orders = when time is up, the player’s own standing orders answer; if none does, the game waits
time-absence = { $days ->
    [0] no absences
    [one] one day of absence a year for each player
   *[other] { $days } days of absence a year for each player
}
time-stops = { $stops ->
    [0] no emergency stops of the clock
    [one] one emergency stop of the clock for each player
   *[other] { $stops } emergency stops of the clock for each player
}
time-pause = a pause until all agree to resume, for 90 days at most
time-pause-until = a pause until { $until }
time-resume = the clock runs again
time-claim = the game is claimed from { $seat }, whose time is up
time-silence = { $what } (if nobody objects within { $hours } hours, ask again to confirm it)
time-agreed = Agreed about time: { $terms }.
time-no-pace = No pace is agreed: decisions have no time limit.
time-stands = The clock is stopped until { $until }, or until the players agree to resume.
time-stopped = A player has stopped the clock. It is stopped until { $until }, unless the others answer earlier.
time-waits = { $seat } has had a decision to make since { $since }.
time-waits-due = { $seat } has had a decision to make since { $since }, due by { $due }.
time-waits-up = { $seat } has had a decision to make since { $since }; it was due by { $due }, and the time is up.
time-away-booked = { $seats } will be away from { $from } to { $until }: that player’s clock will be stopped.
time-away = { $seats } is away from { $from } to { $until }: that player’s clock is stopped.
time-due = { $overdue ->
    [claim] Due by { $due }. If you have not decided by { $up }, the other players may claim the game, by vote.
    [substitute] Due by { $due }. If you have not decided by { $up }, another player may take this seat.
    [computer] Due by { $due }. If you have not decided by { $up }, a computer player ({ $strength }) stands in at this seat; you may take it back.
    [stand-in] Due by { $due }. If you have not decided by { $up }, this seat goes to the player who stands in for it.
    [standing-orders] Due by { $due }. If you have not decided by { $up }, your own standing orders answer, including those for `time is up`; if none does, the game waits.
   *[wait] Due by { $due }. If you have not decided by { $up }, everybody is told, and the game waits.
}
time-up = { $overdue ->
    [claim] The time has been up since { $up }. You can still decide; until you do, the other players may claim the game, by vote.
    [substitute] The time has been up since { $up }. You can still decide; until you do, another player may take this seat.
    [computer] The time has been up since { $up }. No other computer player stands in for this seat, so the game waits for your decision.
    [stand-in] The time has been up since { $up }. No other player stands in for this seat, so the game waits for your decision.
    [standing-orders] The time has been up since { $up }. No standing order of this seat has answered, so the game waits for your decision.
   *[wait] The time has been up since { $up }. Everybody was told, and the game waits for your decision.
}
time-extended = This is later than the log says, because no server kept time for a while, or its clock ran slow.
time-due-extended = { $due } { $why }
time-extended-own = Table { $table }: you have more time, until { $until }. No server kept time for a while, or its clock ran slow, and you lose nothing by that.
time-extended-other = Table { $table }: { $seat } has more time, until { $until }. No server kept time for a while, or its clock ran slow, and nobody loses anything by that.
time-first-due = A decision raised now would be due by { $due }.
time-first-due-both = A big decision raised now would be due by { $big }, a small one by { $small }.
time-first-due-small = A small decision raised now would be due by { $small }.
time-first-due-paused = The clock is stopped until { $until } at the latest; `resume` starts it earlier.
time-read-until = Until { $until }.
time-read-from = From { $from } to { $until }.
time-read-by = Days and times are in the time zone { $zone }.
time-read-by-utc = Days and times are in UTC, because you have not set a time zone.
time-away-when = From when, and until when? For example “until 24 Dec”, “20 Dec to 24 Dec 18:00” or “3d”.
time-away-span = from { $from } to { $until }
time-away-runs = You are away from { $from } until { $until }. `end-absence` ends that now. To come back on a later day, end it and book the rest, as in `absent until 5 Dec`. Nothing was done.
time-away-which = Which absence? You have booked several: { $spans }. Type a day of the one to end, such as `end-absence 24 Dec`.
time-away-ended = Your absence from { $from } to { $until } has ended.
time-away-joined = With your earlier booking, you are away from { $from } to { $until }: one absence.
time-ahead = The last entry of this table is dated { $last }, ahead of the clock. Nobody’s time runs out until the operator corrects that.
time-claim-none = No other player’s time is up.
time-claim-which = Whose? Several players’ time is up: { $seats }.
setting-zone = Your time zone: it is now { $now }.
setting-reminders = Your reminders of a decision: { $steps }. These times are for a decision raised now.
setting-reminders-none = You get no reminders.
setting-reminders-digest = Your reminders of a decision: { $steps }. Those that can wait come together at { $time } ({ $zone }). These times are for a decision raised now.
reminder-after = { $hours } after the question
reminder-before = { $hours } before the deadline
reminder-at = { $step }: { $at }
setting-quiet = You get no reminders in your quiet hours, { $hours }. The next are from { $from } to { $until }.
setting-quiet-none = You have no quiet hours: reminders come at any time.
calendar-link = Your calendar, for any program that subscribes to calendars by a link: { $link }
    It shows the tables where it is your turn, and the deadlines, nothing else. Anyone with the link can read it: `calendar new` replaces the link, `calendar off` ends it.
calendar-anew = Your calendar has a new link, and the old one is dead: { $link }
calendar-off = Your calendar is off: no link shows it.
calendar-misread = “{ $given }” is not a calendar command. Write `calendar` for the link, `calendar new` to replace it, or `calendar off` to end it.
calendar-no-pages = Calendars are not set up here: the operator must add { "`" }[pages]{ "`" } for { "`" }wardroom serve{ "`" }.
calendar-turn = Your turn at { $table }
time-line-due = { $line }; due { $due }
time-moment = { $time } ({ $zone })
time-utc = { $time } UTC
log-time-proposed = { $seat } proposes, about time: { $what }. The others must agree.
log-time-changed = Time at this table: { $what }.
log-time-stopped = { $seat } has stopped the clock, and any open request has lapsed. It runs again as soon as another player objects, and after three days unless all agree to leave it stopped.
log-time-expired = The time of { $seat } is up: the decision was due on { $deadline }.
log-absence-booked = { $seat } is away from { $from } to { $until }; that player's clock is stopped.
log-absence-ended = { $seat } is back, or has cancelled an absence.
log-law-changed = From here on version { $law } of the program’s rules of time applies.
log-deadline-moved = The rules of a time zone changed: { $seat } has until { $deadline }.
log-clock-set = The log was ahead of the clock and was corrected. Every decision has its full time from here on.
log-claim-proposed = { $seat } claims the game from { $against }, whose time is up. The others must agree.
closing-claimed = claimed after a player's time was up
refusal-no-stand-in = No player here stands in for another. Write `overdue wait`, `overdue claim`, `overdue substitute`, `overdue standing-orders` or `overdue computer`.
refusal-terms-as-they-are = Those terms are agreed already.
refusal-terms-never-due = With those terms nothing would ever be due: { $pace }.
refusal-paused-already = The clock is stopped already.
refusal-not-paused = The clock is not stopped.
refusal-time-is-past = That time is in the past.
refusal-time-too-far = That is too far ahead: at most { $days } days.
refusal-absence-too-long = That is too long: absences at this table may take { $days } days a year, and in { $year } this would be { $over } more.
refusal-not-away = You are not away, and have no absence booked.
refusal-absence-booked = You have booked that already: from { $from } to { $until }.
refusal-no-stops-left = { $most ->
    [0] No emergency stops are agreed. Propose a pause: `pause`.
   *[other] You have no emergency stop left: { $most } in a game are agreed. Propose a pause: `pause`.
}
refusal-stop-too-soon = The others refused your last emergency stop. The next one is possible from { $next } on, and you have { $left } left. Until then propose a pause: `pause`.
clock-off = The clock of this machine shows { $ours }, and the database’s shows { $theirs }: they are too far apart. Nothing was done. Set the clock right, and try again.
clock-jumped = The clock of this machine shows { $ours }; without a jump it would show { $theirs }. It was changed while the program ran. Nothing was done. Set it right, or try again when it has run steadily for ten minutes.
refusal-law-newer = This table uses version { $theirs } of the rules of time; this program only has version { $ours }. Nothing was done: use a newer program.
refusal-not-ahead = The log of this table is not ahead of the clock: its last entry is dated { $last }. Nothing needs to be corrected.
refusal-claim-not-agreed = The players have not agreed that a game may be claimed.
refusal-time-not-up = The time of { $seat } is not up.
refusal-claimed-from-you = Another player claims the game from you, and the others are voting. Give your order, and the claim is void.
