# 端末でプレイヤーどうしが頼むこと。
terminal-request-take-back = { $seat }からの要望：{ $before }の前まで戻す。「同意」か「不同意」を打ってください。
terminal-request-take-back-orders = { $seat }からの要望：全員の最後の{ $orders }件の命令を取り消し、{ $before }の前まで戻す。「同意」か「不同意」を打ってください。
terminal-request-close = { $seat }からの提案：卓を閉じる。「同意」か「不同意」を打ってください。
terminal-request-publish = { $delay ->
    [0] { $seat }からの提案：卓を公開する。リンクを知る人は、観戦者に見える範囲で卓をページで見られ、終局後は秘密だったことも含めて全体を見られるようになります。「同意」か「不同意」を打ってください。
   *[other] { $seat }からの提案：卓を記録{ $delay }件遅れで公開する。リンクを知る人は、観戦者に見える範囲で卓をページで見られ、終局後は秘密だったことも含めて全体を見られるようになります。「同意」か「不同意」を打ってください。
}
terminal-standing-disarmed = 待ったがあったため、予約命令{ $names }（{ $count }件）は解除されました。「予約命令 有効 すべて」でもう一度有効になります。
terminal-request-time = { $seat }からの時間についての提案：{ $what }。「同意」か「不同意」を打ってください。
terminal-offered-you = あなたへの申し出：{ $seat }の席。着くには別の端末で：{ $command } 断るには「申し出取り下げ { $typed }」。
terminal-ask-undo = 「待った { $count }」でほかのプレイヤーに同意を求められます。
terminal-ask-undo-last = 「待った」でほかのプレイヤーに同意を求められます。
terminal-ask-undo-alone = 同意は要りません。「取り消し { $count }」で取り消せます。
terminal-resign-sure = 投了すると負けを認めることになり、この卓は全員にとって終わります。投了するなら「投了 はい」と打ってください。
terminal-player-added = 「{ $player }」はここでは新しいプレイヤーです。この名前を登録しました。
terminal-player-takes = { $player }が席に着くには：{ $command }
terminal-invite-which = 席を指定してください：「招待 プレイヤー 席」。空席：{ $seats }。
terminal-withdraw-which = 席を指定してください：「申し出取り下げ 席」。申し出のある席：{ $seats }。
terminal-declined = 卓{ $table }の{ $seat }の席を断りました。
read-waiting = 待っている席：{ $seats }。
read-offered = プレイヤーに申し出のある席：{ $seats }。
read-pending-close = { $seat }からの提案：卓を閉じる。返事待ち：{ $awaited }。
read-pending-publish = { $delay ->
    [0] { $seat }からの提案：卓をページで公開する。返事待ち：{ $awaited }。
   *[other] { $seat }からの提案：卓を記録{ $delay }件遅れのページで公開する。返事待ち：{ $awaited }。
}
read-pending-time = { $seat }からの時間についての提案：{ $what }。返事待ち：{ $awaited }。
read-pending-take-back = { $seat }からの要望：{ $before }の前まで戻す。返事待ち：{ $awaited }。
read-free = 空席：{ $seats }。
read-top = { $table }、のぞき見 { $peeks } 回、ヘッド { $head }
read-top-practice = { $table }、練習卓、のぞき見 { $peeks } 回、ヘッド { $head }
tables-row = { $table } { $state }  記録 { $entries } 件、最後 { $last }
tables-archived = { $table } 取り出し済み  記録 { $entries } 件、{ $at }、{ $file }
tables-trouble = 不具合：{ $trouble }
tables-over = 終局
tables-practice = { $state }、練習卓
tables-waiting = {"  "}手番：{ $seats }
tables-free = {"  "}空席：{ $seats }
tables-offered = {"  "}申し出中：{ $seats }
tables-to-agree = {"  "}同意待ち：{ $seats }
tables-ready = {"  "}準備完了：{ $seats }
tables-unready = {"  "}準備待ち：{ $seats }
tables-open = {"  "}{ $since }から募集中
tables-yours = {"  "}{ $since }からあなたの番
