# 席に着いたプレイヤーに、Discordの言葉で伝えること。
at-discord-request-take-back = { $seat }からの要望：{ $before }の前まで戻す。`{ command-table-agree }` か `{ command-table-object }` で答えてください。
at-discord-request-take-back-orders = { $seat }からの要望：全員の最後の{ $orders }件の命令を取り消し、{ $before }の前まで戻す。`{ command-table-agree }` か `{ command-table-object }` で答えてください。
at-discord-request-close = { $seat }からの提案：卓を閉じる。`{ command-table-agree }` か `{ command-table-object }` で答えてください。
at-discord-request-publish = { $delay ->
    [0] { $seat }からの提案：卓を公開する。リンクを知る人は、観戦者に見える範囲で卓をページで見られ、終局後は秘密だったことも含めて全体を見られるようになります。`{ command-table-agree }` か `{ command-table-object }` で答えてください。
   *[other] { $seat }からの提案：卓を記録{ $delay }件遅れで公開する。リンクを知る人は、観戦者に見える範囲で卓をページで見られ、終局後は秘密だったことも含めて全体を見られるようになります。`{ command-table-agree }` か `{ command-table-object }` で答えてください。
}
at-discord-standing-disarmed = 待ったがあったため、予約命令{ $names }（{ $count }件）は解除されました。`{ command-time-standing }`に「有効 すべて」と書くと、もう一度有効になります。
at-discord-request-time = { $seat }からの時間についての提案：{ $what }。`{ command-table-agree }`か`{ command-table-object }`で答えてください。
at-discord-join-command = { command-table-join } { option-table-join-table }:{ $table } { option-table-join-seat }:{ $seat }
at-discord-offered-you = あなたへの申し出：{ $seat }の席。着くには `{ $command }`、断るには `{ command-table-decline } { option-table-decline-seat }:{ $typed }`。
at-discord-ask-undo = `{ command-table-ask-undo } { option-table-ask-undo-count }:{ $count }` でほかのプレイヤーに同意を求められます。
at-discord-ask-undo-last = `{ command-table-ask-undo }` でほかのプレイヤーに同意を求められます。
at-discord-ask-undo-alone = 同意は要りません。`{ command-table-undo } { option-table-undo-count }:{ $count }` で取り消せます。
at-discord-player-takes = { $player }が席に着くには `{ $command }`。
at-discord-invite-which = どの席か、オプション `{ option-table-join-seat }` で選んでください。空席：{ $seats }。
at-discord-withdraw-which = どの席か、オプション `{ option-table-join-seat }` で選んでください。申し出のある席：{ $seats }。
at-discord-free = 空席：{ $seat }。加わるには `{ $command }`。
at-discord-ready = 準備ができたら `{ command-table-ready }`。取り消すときは `{ option-table-ready-off }` を付けます。
at-discord-rematch = { $own ->
    [0] 再戦の卓は{ $table }です。そこにあなたの席は取ってありません。
   *[other] 再戦の卓は{ $table }、あなたの席は{ $seats }です。ほかの人の席も取ってあります。
}
at-discord-closed = 卓{ $table }は閉じています。`{ command-show-log }`・`{ command-show-dice }`・`{ command-show-board }`・`{ command-show-replay }` は見られます。検証は `{ command-show-audit }`。
at-discord-join-which = どの席か、オプション `{ option-table-join-seat }` で選んでください。空席：{ $seats }。
at-discord-try = 次を試してみてください：`{ command-order }` に `{ $typed }`（ボタンでも同じことができます）
at-discord-try-undo = 次を試してみてください：`{ command-table-undo }`
