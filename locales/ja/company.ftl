# 端末でプレイヤーどうしが頼むこと。
terminal-request-take-back = { $seat }からの願い：記録{ $to }番の直後まで戻す。「同意」か「不同意」を打ってください。
terminal-request-take-back-orders = { $seat }からの願い：全員の最後の{ $orders }件の命令を取り消し、記録{ $to }番の直後まで戻す。「同意」か「不同意」を打ってください。
terminal-request-close = { $seat }からの提案：卓を閉じる。「同意」か「不同意」を打ってください。
terminal-request-open = { $seat }の願い（記録{ $entry }番）に{ $awaited }の返事を待っています。「不同意」で終わらせられます。
terminal-offered-you = あなたへの申し出：{ $seat }の席。着くには別の端末で：{ $command } 断るには「申し出取り下げ { $typed }」。
terminal-ask-undo = 「取り消し願い { $count }」でほかのプレイヤーに同意を求められます。
terminal-ask-undo-last = 「取り消し願い」でほかのプレイヤーに同意を求められます。
terminal-ask-undo-none = { $orders ->
    [0] 最近の命令に、あなたのものはありません。
   *[other] 最近の命令のうち、あなたのものは{ $orders }件だけです。
}
terminal-ask-undo-alone = 同意は要りません。「取り消し { $count }」で取り消せます。
terminal-nothing-to-answer = あなたの同意を求めている件はありません。
terminal-resign-sure = 投了すると負けを認めることになり、この卓は全員にとって終わります。投了するなら「投了 はい」と打ってください。
terminal-player-added = 「{ $player }」の名で指した人はまだいませんでした。これからこの名を覚えます。
terminal-player-takes = { $player }が席に着くには：{ $command }
terminal-player-unnamed = プレイヤーの名前は文字を含み、{ $most }バイトまでです。
terminal-invite-which = どの席か言ってください：「招待 プレイヤー 席」。空席：{ $seats }。
terminal-invite-none = 空席はありません。
terminal-no-seat-called = 「{ $what }」という席はありません。席：{ $seats }。
terminal-withdraw-which = どの席か言ってください：「申し出取り下げ 席」。申し出のある席：{ $seats }。
terminal-withdraw-none = あなたからの、またはあなたへの席の申し出はありません。
terminal-seat-gone = この卓にあなたの席はもうありません。席の見るものは新しいプレイヤーのものです。卓は続きます。
terminal-who = { $seat }：{ $what }
terminal-who-you = あなた
terminal-who-player = { $player }
terminal-who-unknown = ほかのプレイヤー
terminal-who-free = 空席
terminal-who-asked = いまの番
terminal-who-offered = { $player }への申し出あり
terminal-who-offered-you = あなたへの申し出あり
terminal-declined = 卓{ $table }の{ $seat }の席を断りました。
read-waiting = 待っている席：{ $seats }。
read-offered = プレイヤーに申し出のある席：{ $seats }。
read-pending-close = { $seat }からの提案：卓を閉じる。返事待ち：{ $awaited }。
read-pending-take-back = { $seat }からの願い：記録{ $to }番の直後まで戻す。返事待ち：{ $awaited }。
read-free = 空席：{ $seats }。
