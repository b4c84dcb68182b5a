# 席に着いたプレイヤーに、Discordの言葉で伝えること。
at-discord-request-take-back = { $seat }からの願い：記録{ $to }番の直後まで戻す。`/table agree` か `/table object` で答えてください。
at-discord-request-take-back-orders = { $seat }からの願い：全員の最後の{ $orders }件の命令を取り消し、記録{ $to }番の直後まで戻す。`/table agree` か `/table object` で答えてください。
at-discord-request-close = { $seat }からの提案：卓を閉じる。`/table agree` か `/table object` で答えてください。
at-discord-offered-you = あなたへの申し出：{ $seat }の席。着くには `{ $command }`、断るには `/table decline seat:{ $typed }`。
at-discord-ask-undo = `/table ask-undo count:{ $count }` でほかのプレイヤーに同意を求められます。
at-discord-ask-undo-last = `/table ask-undo` でほかのプレイヤーに同意を求められます。
at-discord-ask-undo-alone = 同意は要りません。`/table undo count:{ $count }` で取り消せます。
at-discord-player-takes = { $player }が席に着くには `{ $command }`。
at-discord-invite-which = どの席か、オプション `seat` で選んでください。空席：{ $seats }。
at-discord-withdraw-which = どの席か、オプション `seat` で選んでください。申し出のある席：{ $seats }。
at-discord-free = 空席：{ $seat }。加わるには `{ $command }`。
at-discord-closed = 卓{ $table }は閉じています。`/show log`・`/show dice`・`/show board`・`/show replay` は見られます。検証は `/show audit`。
at-discord-secrets = あなたの席の秘密は、あなたにだけ見える返事でお見せします。
at-discord-how = スラッシュコマンドか、下のボタンで命令してください。
at-discord-join-which = どの席か、オプション `seat` で選んでください。空席：{ $seats }。
at-discord-not-seated = 卓{ $table }にあなたの席はありません。
at-discord-seats-are = このゲームの席：{ $seats }。
