# 席に着いたプレイヤーに、Discordの言葉で伝えること。
at-discord-answer = `{ command-table-agree }` か `{ command-table-object }` で答えてください。
at-discord-answer-stop = 止めたままにするなら `{ command-table-agree }`、また動かすなら `{ command-table-object }` で答えてください。
at-discord-object-ends = `{ command-table-object }` で終わらせられます。
at-discord-standing-disarmed = 待ったがあったため、予約命令{ $names }（{ $count }件）は解除されました。`{ command-time-standing }`に「有効 すべて」と書くと、もう一度有効になります。
at-discord-join-command = { command-table-join } { option-table-join-table }:{ $table } { option-table-join-seat }:{ $seat }
at-discord-offered-you = 自分への申し出：{ $seat }の席。着くには `{ $command }`、断るには `{ command-table-decline } { option-table-decline-seat }:{ $typed }`。
at-discord-ask-undo = `{ command-table-ask-undo } { option-table-ask-undo-count }:{ $count }` でほかのプレイヤーに同意を求められます。
at-discord-ask-undo-last = `{ command-table-ask-undo }` でほかのプレイヤーに同意を求められます。
at-discord-ask-undo-alone = 同意は要りません。`{ command-table-undo } { option-table-undo-count }:{ $count }` で取り消せます。
at-discord-player-takes = { $player }が席に着くには `{ $command }`。
at-discord-invite-which = どの席か、オプション `{ option-table-join-seat }` で選んでください。空席：{ $seats }。
at-discord-withdraw-which = どの席か、オプション `{ option-table-join-seat }` で選んでください。申し出のある席：{ $seats }。
at-discord-free = 空席：{ $seat }。加わるには `{ $command }`。
at-discord-ready = 準備ができたら `{ command-table-ready }`。取り消すときは `{ option-table-ready-off }` を付けます。
at-discord-rematch = { $own ->
    [0] 再戦の卓は{ $table }です。そこに自分の席は取ってありません。
   *[other] 再戦の卓は{ $table }、自分の席は{ $seats }です。ほかの人の席も取ってあります。
}
at-discord-browser = `{ command-me-browser }`
at-discord-closed = 卓{ $table }は閉じています。`{ command-show-log }`・`{ command-show-dice }`・`{ command-show-board }`・`{ command-show-replay }` は見られます。検証は `{ command-show-audit }`。
at-discord-join-which = どの席か、オプション `{ option-table-join-seat }` で選んでください。空席：{ $seats }。
at-discord-try = 次を試してみてください：`{ command-order }` に `{ $typed }`（ボタンでも同じことができます）
at-discord-try-undo = 次を試してみてください：`{ command-table-undo }`
at-discord-ending-check-how = `{ command-show-audit }` は、全{ $entries }件の記録、すべてのダイス、すべてのルールを計算し直します。`{ command-show-export }` で、ほかの人も検証できるファイルが手に入ります。ダイスは、卓を開いたときに決まった乱数のシードから出ます。命令で選ぶことも、データベースを持たない人が選ぶこともできません。
at-discord-ending-check-open = `{ command-show-audit }` は、データベースのある場所で、全{ $entries }件の記録、すべてのダイス、すべてのルールを計算し直します。卓が開いている間、乱数のシードは公開されないので、ほかの人はダイスを検証できません。`{ command-table-close }` で卓を閉じると公開されます。
at-discord-ending-check-holder = データベースを持つ人は、プレイ中にシードを読めます。これから出るダイスや、裏向きのものもわかります。記録を最初から書き直すこともできます。報告の下にあるヘッドをプレイ中に控え、ファイルと照合してください。
at-discord-ending-decided-how = `{ command-show-board } { option-show-board-what }:分かれ目` で、選択とダイスが自分の側に何をもたらしたかがわかります。
