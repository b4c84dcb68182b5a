# ゲーベン1914：現況と道のり
# 問いの前に示す現況
status-line = { $parts }
status-day =
    { $day ->
        [0] これから { $days } 日
       *[other] { $day } 日目／{ $days }
    }
status-points =
    { $met ->
        [yes] 勝利ポイント { $points }／{ $needed } {"[x]"}
       *[no] 勝利ポイント { $points }／{ $needed } {"[ ]"}
    }
status-reached = { $space } 到着 {"[x]"}
status-objective = { $of ->
        [1] {""}
       *[other] 目的地{ $of }か所のうち最も近い
    }{ $space }まで { $spaces } スペース、巡航 { $days } 日 {"[ ]"}
status-no-way = { $spaces } {"[ ]"} きょうは航路なし
status-coast = 沿岸部隊の残り { $spaces }
status-alert = アラート { $alert }／{ $most }
status-ship = { $ship } { $space }：{ $what }
status-ship-whole = { $ship } { $space }
status-cargo = 資材ポイント残り { $points }

# 目的地までの道のり
way-cruise = { $ships }、{ $from }から { $spaces } スペース、巡航 { $days } 日（いまの状況で）：
way-day = { $day } 日目：{ $words } – { $space }、{ $draws ->
        [0] マーカーは引かない
       *[other] マーカー { $draws } 枚を引く
    }
way-maximum = 最大速度なら { $days } 日、一日ごとに石炭1。
way-none = { $ships }、{ $from }からきょうの航路はありません。
