# What the Discord bot sends on its own: threads, reports, the status message, pings, direct messages.
discord-thread-name = { $game } · { $table }
discord-thread-starter = { $game }, table `{ $table }`: it is played in the thread on this message.
discord-thread-seeks = { $known ->
    [0] Players wanted for: { $seats }.
   *[other] { $opener } is looking for a player for: { $seats }.
}
discord-tag-your-move = your move
discord-tag-seats-free = seats free
discord-tag-over = over
discord-thread-moved = { $game }, table `{ $table }`: it continues in { $place }.
discord-report-head = Log: `{ $head }`
discord-report-cut = { $pages ->
    [one] This report is very long: its first message is left out here. The log has everything.
   *[other] This report is very long: its first { $pages } messages are left out here. The log has everything.
}
discord-report-lost = A message of this report is missing here: Discord refused it. `{ command-show-log }` shows its text.
discord-pinned-title = **{ $game }** · table `{ $table }`
discord-pinned-elsewhere = a player outside Discord
discord-pinned-gone = nobody: this player is gone
discord-pinned-seat = { $seat }: { $player }
discord-pinned-seat-awaited = { $seat }: { $player }, to decide since { $when }
discord-pinned-thinking = { $player }, thinking: { $seconds ->
    [60] about a minute
   *[other] a few seconds
}
discord-pinned-seat-passed-on = { $seat }: { $player }, offered to { $other }
discord-pinned-seat-passed-on-awaited = { $seat }: { $player }, to decide since { $when }; offered to { $other }
discord-pinned-seat-kept = { $seat }: kept for { $other }
discord-pinned-seat-free = { $seat }: free
discord-pinned-left = { $player } is not in this server at present. The table's terms of time apply as before.
discord-pinned-request = Request (entry { $entry }): { $request } Still to answer: { $awaited }.
discord-pinned-practice = Practice table: orders may be taken back past dice.
discord-pinned-peeks = { $count ->
    [one] Someone has looked at hidden information once.
   *[other] Someone has looked at hidden information { $count } times.
}
discord-pinned-over = The game is over.
discord-pinned-not-started = The game has not begun. It begins when every seat is taken, or when the player who opened the table starts it.
discord-notice = -# { $notice }
discord-pinned-closed = The table is closed: { $when }.
discord-list-between = {", "}
discord-ping-prompt = { $player }: you have a decision to make as { $seat }.
discord-ping-invited = { $player }: the seat { $seat } at this table is kept for you.
discord-ping-request = { $player }: a request needs your answer as { $seat }.
discord-ping-ready = { $player }: every seat is taken. Say when you are ready as { $seat }.
discord-ping-stood-in = { $player }: the time for your decision ran out, and a computer player stands in at { $seat }. You may take the seat back at any time: `{ command-table-join }`.
discord-ping-lost = { $player }: the time for your decision ran out, and another player has the seat { $seat } now.
discord-ping-reminder = { $player }: reminder: you have a decision to make as { $seat }.
discord-ping-dm-closed = You asked for direct messages, but Discord does not deliver mine. Allow direct messages from members of this server, and the next one will arrive.
discord-dm-prompt = { $game }, table `{ $table }`: you have a decision to make as { $seat }. Table: { $place }
discord-dm-since = Since your last order:
discord-dm-opened = { $game }, table `{ $table }`: the table is open, and you are { $seat }. Table: { $place }
discord-dm-closed = { $game }, table `{ $table }`: the table is closed. Table: { $place }
discord-dm-invited = { $game }, table `{ $table }`: the seat { $seat } is kept for you. Table: { $place }
discord-dm-declined = { $game }, table `{ $table }`: a player declined the seat you offered. Table: { $place }
discord-dm-seated = { $game }, table `{ $table }`: a player took a seat. Table: { $place }
discord-dm-request = { $game }, table `{ $table }`: a request needs your answer as { $seat }. Table: { $place }
discord-dm-ready = { $game }, table `{ $table }`: every seat is taken. Say when you are ready as { $seat }. Table: { $place }
discord-dm-stood-in = { $game }, table `{ $table }`: the time for your decision ran out, and a computer player stands in at { $seat }. You may take the seat back at any time: `{ command-table-join }`. Table: { $place }
discord-dm-lost = { $game }, table `{ $table }`: the time for your decision ran out, and another player has the seat { $seat } now. Table: { $place }
discord-dm-reminder = { $game }, table `{ $table }`: reminder: you have a decision to make as { $seat }. Table: { $place }
discord-digest = Reminder: you have decisions to make at { $count } tables. { "`" }{ command-table-list }{ "`" } lists all your tables.
discord-dm-answer = { $game }, table `{ $table }`: your request has been answered. Table: { $place }
discord-dm-lapsed = { $game }, table `{ $table }`: your request has lapsed, because something else happened at the table first. Table: { $place }
discord-dm-published = { $game }, table `{ $table }`: the table is published. Table: { $place }
discord-dm-unpublished = { $game }, table `{ $table }`: the table is no longer published. Table: { $place }
discord-dm-absence = { $game }, table `{ $table }`: a player is away, or back. Table: { $place }
discord-dm-expired = { $game }, table `{ $table }`: the time for a decision is up. Table: { $place }
discord-dm-began = { $game }, table `{ $table }`: your time to be ready as { $seat } is up. The game began without waiting for you; luck you had not given has no part in the dice. Table: { $place }
discord-dm-time = { $game }, table `{ $table }`: the terms of time, the clock or a deadline at the table has changed. Table: { $place }
discord-trouble = { $game }, table `{ $table }`: something keeps me from working here. { $mend } Play continues meanwhile; I try again every few minutes.
discord-trouble-access = Let me see this channel: grant { discord-right-view }, or invite me to the server again.
discord-trouble-send = Grant me { discord-right-send } and { discord-right-send-in-threads } in this channel.
discord-trouble-thread = Grant me { discord-right-threads } in this channel; until then the table is played in the channel itself.
discord-trouble-kind = This kind of channel has no threads, so the table is played in the channel itself. For a thread, open the next table in a text channel.
discord-trouble-kind-pin = Nothing can be pinned in this kind of channel: look for the status message further up, or use `{ command-show-status }`.
discord-trouble-threads-full = The server has reached Discord’s limit of active threads: archive some. Until then the table is played in the channel itself.
discord-trouble-locked = The table's thread is locked: unlock it, or grant me { discord-right-manage-threads }.
discord-trouble-pin = Grant me { discord-right-pin }, so that the status message can be found.
discord-trouble-pins-full = This channel has reached Discord’s limit of pinned messages: unpin some, so that the status message can be found.
discord-trouble-channel-gone = The channel of this table was deleted, with its thread, so reports and pings have no place. Commands that name the table still work in other channels of this server.
discord-trouble-token = Discord no longer accepts my token: the operator must set a new one.
discord-cause-prompt = A decision of yours
discord-cause-opened = The table is open
discord-cause-closed = The table is closed
discord-cause-invited = A seat kept for you
discord-cause-declined = A player declined a seat
discord-cause-seated = A player took a seat
discord-cause-request = A request to you
discord-cause-ready = The question whether you are ready
discord-cause-stood-in = A computer player took over a seat of yours
discord-cause-lost = Another player took a seat of yours
discord-cause-reminder = A reminder of a decision
discord-cause-answer = An answer to your request
discord-cause-lapsed = Your request lapsed
discord-cause-published = The table is published
discord-cause-unpublished = The table's page is removed
discord-cause-absence = A player is away, or back
discord-cause-expired = The time for a decision is up
discord-cause-began = The game began without waiting for you
discord-cause-time = The terms of time, the clock or a deadline changed
discord-cause-other = Something at the table
discord-sent-waits = { $why } ({ $seat }, entry { $entry }): will be sent in a moment.
discord-sent-waits-until = { $why } ({ $seat }, entry { $entry }): waits until { $until }: for your digest, your plan or the end of your quiet hours, or because you play elsewhere now.
discord-sent-digest = { $why } ({ $seat }, entry { $entry }): sent in a digest of several tables, { $when }.
discord-sent-later = { $attempts ->
    [one] { $why } ({ $seat }, entry { $entry }): not sent yet; it failed once and will be tried again.
   *[other] { $why } ({ $seat }, entry { $entry }): not sent yet; it failed { $attempts } times and will be tried again.
}
discord-sent-place = { $why } ({ $seat }, entry { $entry }): you were pinged in { $place }, { $when }.
discord-sent-place-dm-closed = { $why } ({ $seat }, entry { $entry }): you were pinged in { $place }, { $when }, because Discord did not deliver a direct message.
discord-sent-report = { $why } ({ $seat }, entry { $entry }): in the report in { $place }, { $when }, without a ping.
discord-sent-report-dm-closed = { $why } ({ $seat }, entry { $entry }): in the report in { $place }, { $when }, because Discord did not deliver a direct message.
discord-sent-dm = { $why } ({ $seat }, entry { $entry }): a direct message, { $when }.
discord-sent-answered = { $told } Entry { $answer } answered it; the message has said so since { $edited }.
discord-sent-answered-deleted = { $told } Entry { $answer } answered it; the message was deleted { $edited }.
discord-sent-answered-in-report = { $told } Entry { $answer } answered it; the report stays.
discord-sent-answered-unedited = { $told } Entry { $answer } answered it; the message could not be changed or deleted.
discord-sent-lapsed = { $told } It is no longer needed; the message has said so since { $edited }.
discord-sent-lapsed-deleted = { $told } It is no longer needed; the message was deleted { $edited }.
discord-sent-lapsed-in-report = { $told } It is no longer needed; the report stays.
discord-sent-lapsed-unedited = { $told } It is no longer needed; the message could not be changed or deleted.
discord-sent-answered-before = { $why } ({ $seat }, entry { $entry }): not sent, because entry { $answer } had answered it, { $when }.
discord-sent-not-needed = { $why } ({ $seat }, entry { $entry }): not sent, because it was no longer needed, { $when }.
discord-sent-nobody = { $why } ({ $seat }, entry { $entry }): not sent, because there was nobody to send it to, { $when }.
discord-sent-refused = { $why } ({ $seat }, entry { $entry }): not sent; Discord refused it for good, { $when }.
discord-sent-somewhere = { $why } ({ $seat }, entry { $entry }): sent { $when }.
discord-sent-given-up = { $why } ({ $seat }, entry { $entry }): not sent; the bot gave up { $when }.
discord-ping-own = { $player } ({ $seat }): { $what }.
discord-dm-told = { $game }, table `{ $table }`, to { $seat }. Table: { $place }
discord-sent-kept = { $why } ({ $seat }, entry { $entry }): not sent, because Discord did not deliver a direct message, { $when }; the position shows it to you.
discord-dm-here = it is not played on a server; play it in this conversation, `{ command-show-hand } { option-show-hand-table }:{ $table }`
