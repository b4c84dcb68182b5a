# What the Discord bot sends on its own: threads, reports, the status message, pings, direct messages.
discord-thread-name = { $game } · { $table }
discord-thread-starter = { $game }, table `{ $table }`: it is played in the thread at this message.
discord-thread-moved = { $game }, table `{ $table }`: it goes on in { $place }.
discord-report-head = Log: `{ $head }`
discord-report-cut = { $pages ->
    [one] This report is very long: its first message is left out here. The log has everything.
   *[other] This report is very long: its first { $pages } messages are left out here. The log has everything.
}
discord-report-lost = A message of this report is missing here: Discord refused it. `{ command-show-log }` has what it told.
discord-pinned-title = **{ $game }** · table `{ $table }`
discord-pinned-elsewhere = a player outside Discord
discord-pinned-seat = { $seat }: { $player }
discord-pinned-seat-awaited = { $seat }: { $player }, to decide since { $when }
discord-pinned-seat-passed-on = { $seat }: { $player }, offered to { $other }
discord-pinned-seat-passed-on-awaited = { $seat }: { $player }, to decide since { $when }; offered to { $other }
discord-pinned-seat-kept = { $seat }: kept for { $other }
discord-pinned-seat-free = { $seat }: free
discord-pinned-request = Asked (entry { $entry }): { $request } Still to answer: { $awaited }.
discord-pinned-practice = Opened for practice: orders may be taken back past dice.
discord-pinned-peeks = { $count ->
    [one] Somebody looked once at what is hidden in play.
   *[other] Somebody looked { $count } times at what is hidden in play.
}
discord-pinned-over = The game is over.
discord-pinned-not-started = The game has not begun: it begins when every seat is taken, or when whoever opened the table starts it.
discord-notice = -# { $notice }
discord-pinned-closed = The table is closed: { $when }.
discord-list-between = {", "}
discord-ping-prompt = { $player }: you have a decision to make as { $seat }.
discord-ping-invited = { $player }: the seat { $seat } at this table is kept for you.
discord-ping-request = { $player }: you are asked to agree to something as { $seat }.
discord-ping-ready = { $player }: every seat is taken. Say when you are ready as { $seat }.
discord-ping-reminder = { $player }: a reminder that you have a decision to make as { $seat }.
discord-ping-dm-closed = You asked for direct messages, but Discord does not deliver mine to you. Allow direct messages from members of this server, and the next one will come that way.
discord-ping-answered = Answered.
discord-ping-lapsed = This is asked no more.
discord-dm-prompt = { $game }, table `{ $table }`: you have a decision to make as { $seat }. Table: { $place }
discord-dm-since = Since your last order:
discord-dm-opened = { $game }, table `{ $table }`: the table is open, and you are { $seat }. Table: { $place }
discord-dm-closed = { $game }, table `{ $table }`: the table is closed. Table: { $place }
discord-dm-invited = { $game }, table `{ $table }`: the seat { $seat } is kept for you. Table: { $place }
discord-dm-declined = { $game }, table `{ $table }`: the seat you offered was declined. Table: { $place }
discord-dm-seated = { $game }, table `{ $table }`: a player took a seat. Table: { $place }
discord-dm-request = { $game }, table `{ $table }`: you are asked to agree to something as { $seat }. Table: { $place }
discord-dm-ready = { $game }, table `{ $table }`: every seat is taken. Say when you are ready as { $seat }. Table: { $place }
discord-dm-reminder = { $game }, table `{ $table }`: a reminder that you have a decision to make as { $seat }. Table: { $place }
discord-dm-answer = { $game }, table `{ $table }`: what you asked for was answered. Table: { $place }
discord-dm-lapsed = { $game }, table `{ $table }`: what you asked for no longer stands, as play went on. Table: { $place }
discord-dm-published = { $game }, table `{ $table }`: the table is published. Table: { $place }
discord-dm-unpublished = { $game }, table `{ $table }`: the table is published no longer. Table: { $place }
discord-dm-absence = { $game }, table `{ $table }`: a player is away, or back. Table: { $place }
discord-dm-expired = { $game }, table `{ $table }`: the time of a decision is up. Table: { $place }
discord-dm-time = { $game }, table `{ $table }`: time passes otherwise at the table. Table: { $place }
discord-trouble = { $game }, table `{ $table }`: I cannot do everything here. { $mend } Play goes on meanwhile; I try again every few minutes.
discord-trouble-access = Let me see this channel: grant { discord-right-view }, or invite me to the server again.
discord-trouble-send = Grant me { discord-right-send } and { discord-right-send-in-threads } in this channel.
discord-trouble-thread = Grant me { discord-right-threads } in this channel; until then the table is played in the channel itself.
discord-trouble-kind = This channel is of a kind that has no threads, so the table is played in the channel itself. For a thread open the next table in a text channel.
discord-trouble-kind-pin = This channel is of a kind in which nothing can be pinned: look for the status message further up, or use `{ command-show-status }`.
discord-trouble-threads-full = The server has as many active threads as Discord allows: archive some. Until then the table is played in the channel itself.
discord-trouble-locked = The table's thread is locked: unlock it, or grant me { discord-right-manage-threads }.
discord-trouble-pin = Grant me { discord-right-pin }, so that the status message can be found.
discord-trouble-pins-full = As many messages are pinned here as Discord allows: unpin some, so that the status message can be found.
discord-trouble-channel-gone = The channel of this table is gone, and its thread with it: there is no place left for reports and pings. Commands naming the table still work in other channels of this server.
discord-trouble-token = Discord does not accept my token any more: whoever runs me has to put in a new one.
discord-cause-prompt = A decision of yours
discord-cause-opened = The table opened
discord-cause-closed = The table closed
discord-cause-invited = A seat kept for you
discord-cause-declined = A seat declined
discord-cause-seated = A player took a seat
discord-cause-request = A request to you
discord-cause-ready = You are asked whether you are ready
discord-cause-reminder = A reminder of a decision
discord-cause-answer = An answer to your request
discord-cause-lapsed = Your request no longer stands
discord-cause-published = The table published
discord-cause-unpublished = The table's page taken away
discord-cause-absence = A player is away, or back
discord-cause-expired = The time of a decision is up
discord-cause-time = Time passes otherwise at the table
discord-cause-other = Something at the table
discord-sent-waits = { $why } ({ $seat }, entry { $entry }): about to be sent.
discord-sent-later = { $attempts ->
    [one] { $why } ({ $seat }, entry { $entry }): not sent yet; it failed once and is tried again.
   *[other] { $why } ({ $seat }, entry { $entry }): not sent yet; it failed { $attempts } times and is tried again.
}
discord-sent-place = { $why } ({ $seat }, entry { $entry }): you were pinged in { $place }, { $when }.
discord-sent-place-dm-closed = { $why } ({ $seat }, entry { $entry }): you were pinged in { $place }, { $when }, as Discord did not deliver a direct message.
discord-sent-report = { $why } ({ $seat }, entry { $entry }): told by the report in { $place }, { $when }, without a ping.
discord-sent-report-dm-closed = { $why } ({ $seat }, entry { $entry }): told by the report in { $place }, { $when }, as Discord did not deliver a direct message.
discord-sent-dm = { $why } ({ $seat }, entry { $entry }): a direct message, { $when }.
discord-sent-answered = { $told } Entry { $answer } answered it; the message has said so since { $edited }.
discord-sent-answered-unedited = { $told } Entry { $answer } answered it; the message could not be edited to say so.
discord-sent-lapsed = { $told } It is asked no more; the message has said so since { $edited }.
discord-sent-lapsed-unedited = { $told } It is asked no more; the message could not be edited to say so.
discord-sent-answered-before = { $why } ({ $seat }, entry { $entry }): not sent, as entry { $answer } had answered it, { $when }.
discord-sent-not-needed = { $why } ({ $seat }, entry { $entry }): not sent, as it was asked no more, { $when }.
discord-sent-nobody = { $why } ({ $seat }, entry { $entry }): not sent, as nobody was to be told { $when }.
discord-sent-refused = { $why } ({ $seat }, entry { $entry }): not sent; Discord refused it for good, { $when }.
discord-sent-somewhere = { $why } ({ $seat }, entry { $entry }): sent { $when }.
discord-sent-given-up = { $why } ({ $seat }, entry { $entry }): not sent, given up { $when }.
discord-ping-own = { $player } ({ $seat }): { $what }.
discord-dm-told = { $game }, table `{ $table }`, to { $seat }. Table: { $place }
discord-sent-kept = { $why } ({ $seat }, entry { $entry }): not sent, as Discord did not deliver a direct message, { $when }; the position shows it to you.
discord-dm-here = it is not played in a server; play it in this conversation, `{ command-show-hand } { option-show-hand-table }:{ $table }`
