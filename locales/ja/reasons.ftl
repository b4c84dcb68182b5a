# コンピューターが命令を出した理由
reasons-of = 記録{ $entry }番、{ $player }：{ $order }。検討した命令：
reasons-weighed = { $share }%：{ $typed } ― { $why }
reasons-played-out = { $share }%：{ $typed } ― { $why }（プレイアウトの勝率{ $chance }%）
reasons-any = なし（どの命令でもよいと判断しました）。
reasons-lost = もう調べられません。判断したときのプログラム、またはこのサーバーの秘密が、いまのものと違います。
reasons-no-computer = この卓では、コンピューターはまだ何も命じていません。
reasons-none-yet = まだ説明できる命令がありません。コンピューターに見えていたものがすべて公開されてから示します。
reasons-not-yet = 記録{ $entry }番の理由はまだ示せません。命じた側に見えていたものがすべて公開されてからです。
reasons-not-of-computer = 記録{ $entry }番は、コンピューターの命令ではありません。
# ゲームの終わり：勝敗を分けたもの
ending-decided = 勝敗を分けたもの
ending-decided-how = 「盤面 分かれ目」（Discordでは「/表示 盤面 対象:分かれ目」）で、選択とダイスが自分の側に何をもたらしたかがわかります。命令ごとには「wardroom replay { $table } --post-mortem」。
