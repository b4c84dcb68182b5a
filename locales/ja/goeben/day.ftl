# ゲーベン1914：一日の締めくくりと、得点の内訳
day-over = { $day } 日目／{ $days } 終了
day-points =
    { $count ->
        [0] きょうの勝利ポイントなし：計 { $points }／{ $needed }。
       *[other] きょうの勝利ポイント：{ $causes }（合計 { $sum }）。計 { $points }／{ $needed }。
    }
day-alert = アラート { $from } → { $to }：{ $causes }。
day-alert-same = アラートは { $alert } のまま。
day-lost = 失ったもの：{ $what }。
day-lost-nothing = 失ったものなし。
day-lost-ship = { $ship } { $what }
day-lost-track = { $track } { $from } → { $to }
day-lost-sunk = { $ship } 沈没
day-lost-cargo = { $ship }の{ $item }
day-lost-collier = { $space }の給炭艦
day-lost-landing = { $space }の上陸部隊
day-ahead = 残り { $days } 日 · { $goal }。
points-cause = { $cause } { $by }
cause-allied-sunk = 連合国艦の撃沈
cause-allied-damaged = 連合国艦の損害
cause-mine = 機雷による損害
