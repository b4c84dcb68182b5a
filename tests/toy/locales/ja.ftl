game-toy = おもちゃ
toy-notice = おもちゃ。
toy-asked = { $seat }への問い：{ $ask }
toy-refused = 拒否：{ $reason }
toy-happened = 出来事：{ $what }
toy-board = 盤面、第{ $turn }手番：{ $chosen }
toy-chose = { $seat }は{ $number }を選んだ
