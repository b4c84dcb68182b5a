# 口ごとに言い方の違う文の、メールでの言い方。何と書けばよいか。
at-mail-answer = 「同意」か「不同意」と返信してください。
at-mail-answer-stop = 止めたままにするなら「同意」、また動かすなら「不同意」と返信してください。
at-mail-object-ends = 「不同意」で終わらせられます。
at-mail-join = 参加 { $table } { $seat }
at-mail-standing-disarmed = 待ったがあったため、予約命令{ $names }（{ $count }件）は解除されました。「予約命令 有効 すべて」でもう一度有効になります。
at-mail-offered-you = あなたへの申し出：{ $seat }の席。着くには「{ $command }」、断るには「辞退」と返信してください。
at-mail-ask-undo = 「待った { $count }」でほかのプレイヤーに同意を求められます。
at-mail-ask-undo-last = 「待った」でほかのプレイヤーに同意を求められます。
at-mail-ask-undo-alone = 同意は要りません。「取り消し { $count }」で取り消せます。
at-mail-player-takes = { $player }にメールを送ります。返信すれば席に着けます。
at-mail-invite-which = どの席か書いてください：「招待 アドレス 席」。空席：{ $seats }。
at-mail-withdraw-which = どの席か書いてください：「申し出取り下げ 席」。申し出のある席：{ $seats }。
at-mail-free = 空席：{ $seat }。「{ $command }」と書けば着けます。
at-mail-ready = 準備ができたら「準備完了」と返信してください。取り消しは「準備取消」。
at-mail-rematch = { $own ->
    [0] 再戦の卓は{ $table }です。そこに自分の席は取ってありません。
   *[other] 再戦の卓は{ $table }、自分の席は{ $seats }です。ほかの人の席も取ってあります。
}
at-mail-browser = ブラウザー
at-mail-closed = 卓{ $table }は閉じています。「書き出し { $table }」で全記録を送ります。「開卓」で次の卓を開けます。
at-mail-ending-check-how = 「検証」は、全{ $entries }件の記録、すべてのダイス、すべてのルールを計算し直します。「書き出し」で、ほかの人も検証できるファイルが届きます。ダイスは、卓を開いたときに決まった乱数のシードから出ます。命令で選ぶことも、データベースを持たない人が選ぶこともできません。
at-mail-ending-check-open = 「検証」は、データベースのある場所で、全{ $entries }件の記録、すべてのダイス、すべてのルールを計算し直します。卓が開いている間、乱数のシードは公開されないので、ほかの人はダイスを検証できません。「閉卓」で卓を閉じると公開されます。
at-mail-ending-decided-how = 「盤面 分かれ目」で、選択とダイスが自分の側に何をもたらしたかがわかります。
at-mail-join-which = どの席か書いてください：「参加 卓 席」。空席：{ $seats }。
at-mail-try = 次の一行を返信してみてください：{ $typed }
at-mail-try-undo = 次の一行を返信してみてください：取り消し
