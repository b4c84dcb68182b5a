# 盤面
board-set-up = ゲーベン 1914：{ $phase }、期間 { $days } 日
board-day = ゲーベン 1914：{ $day } 日目／全 { $days } 日、{ $phase }
board-alert = 連合国アラートレベル { $alert }/6、プールのマーカー { $pool } 枚。
board-map = 地図
map-legend-there = 略号の前：@ は味方の艦、3? は裏向きのマーカー3枚、2! は視認した敵2隻、1# は沿岸部隊1、c は給炭艦、x は入れない場所、* は目的地、+ はほかにもあり。
map-legend-codes = 略号の後：そこまでのスペース数。名前は「盤面 スペース」で。
board-colliers = 給炭艦：{ $spaces }。
board-colliers-to-place = まだ置いていない給炭艦：{ $count } 隻。
board-visited = 寄港済みで入れない中立の港：{ $spaces }。
board-hidden = 伏せたマーカー：{ $places }。
board-coast = 未知の沿岸部隊：{ $places }。
board-barred = 今日は入れない：{ $spaces }。
board-no-battle = いま海戦は行われていません。
board-reach = 移動できる先
place-count = { $space }{ $count }
reach-line =
    { $speed ->
        [maximum] { $ships }、最大速度ならさらに：{ $steps }
        [emergency] { $ships }、緊急速度ならさらに：{ $steps }
       *[cruise] { $ships }、巡航：{ $steps }
    }
reach-step = { $spaces } スペース：{ $words }
reach-between = ／
board-damaged = 損害で離脱した連合国艦：{ $ships }。
board-sunk = 撃沈した連合国艦：{ $ships }。
board-out-of-play = 除かれたマーカー：{ $markers }。
mission-orders = 任務：{ $mission }。{ $days } 日目までに、いずれかの日の終了時に次の条件をすべて満たせば勝利。
mission-points =
    { $met ->
        [yes] {"[x]"} 勝利ポイント { $points }/{ $needed }。
       *[no] {"[ ]"} 勝利ポイント { $points }/{ $needed }。
    }
mission-objective =
    { $met ->
        [yes] {"[x]"} 目標に艦がいる：{ $ships }。
       *[no] {"[ ]"} いずれかの目標に艦を置く：{ $spaces }。
    }
mission-coast =
    { $met ->
        [yes] {"[x]"} 沿岸部隊を全滅させた：{ $spaces }。
       *[no] {"[ ]"} 沿岸部隊を全滅させる。残り：{ $left }。
    }
ship-at = { $ship }（{ $class }）：{ $space }
ship-gone = { $ship }（{ $class }）：沈没
ship-track = { $track } { $value }/{ $limit }
ship-box = { $box } { $item }
ship-cargo = 資材（ボックス順）：{ $cargo }。空き { $free }/{ $boxes }。
ship-speeds =
    { $may ->
        [yes] 巡航 { $cruise }、最大 { $maximum }、緊急 { $emergency }。移動できます。
       *[no] 巡航 { $cruise }、最大 { $maximum }、緊急 { $emergency }。今は移動できません。
    }
speed-none = －
space-draws = ここで引くマーカー：{ $count } 枚。
ship-must-leave = { $space }への寄港は終わりです。出港しなければなりません。
place-line = { $space }：{ $what }。
place-hidden = 伏せたマーカー { $count } 枚
place-coast = 未知の沿岸部隊 { $count } 個
place-landed = 陸戦隊が占領
place-friends = 友軍船 { $count } 隻
space-is =
    { $standing ->
        [friendly] { $space }：{ $kind }、{ $zone }。{ $owner }、友軍。
        [neutral] { $space }：{ $kind }、{ $zone }。{ $owner }、中立。
        [allied] { $space }：{ $kind }、{ $zone }。{ $owner }、連合国。
       *[none] { $space }：{ $kind }、{ $zone }。
    }
space-lines = つながる先：{ $spaces }。
space-collier = 給炭艦が待っています。
space-supplies = ここでの補給：{ $what }。
supply-coal = 石炭 ダイス { $dice } 個
supply-ammunition = 弾薬・魚雷 ダイス { $dice } 個
supply-repair = 修理ダイス +{ $dice }
supply-cargo = 資材
space-objective = 任務の目標。
space-barred = いまドイツ艦は入れません。
enemy-in-sight = { $ship }は{ $space }で表になっています。
space-ships = ここにいるドイツ艦：{ $ships }。
pending-share =
    { $source ->
        [arsenal] { $space }の弾薬・魚雷 { $points } 点を配分します：{ $ships }。
       *[other] { $space }の石炭 { $points } 点を配分します：{ $ships }。
    }
pending-choose = 妨害か突破かを選びます。
pending-examine =
    { $all ->
        [yes] 調べる場所を選びます。全ユニットが明かされます。
       *[no] 調べる場所を選びます。二ユニットが明かされます。
    }
pending-incidents = { $space }でこれから起こる事件：{ $markers }。
pending-evade = 潜水艦に狙われています：{ $ships }。
pending-ram = 潜水艦に体当たりする艦を選びます：{ $ships }。
pending-spaces = これから処理するスペース：{ $spaces }。
pending-merchantmen = 通商破壊フェイズを待つ商船：{ $spaces }。
today-storms = 今日の暴風雨：{ $spaces }。
today-visibility = 今日の視界不良：{ $spaces }。
battle-stands =
    { $side ->
        [german] { $coast ->
            [yes] { $space }への砲撃：ドイツ側の先制。
           *[no] { $space }の海戦：ドイツ側の先制。
        }
        [allied] { $coast ->
            [yes] { $space }への砲撃：連合国側の先制。
           *[no] { $space }の海戦：連合国側の先制。
        }
       *[none] { $coast ->
            [yes] { $space }への砲撃。
           *[no] { $space }の海戦。
        }
    }
battle-round =
    { $side ->
        [german] { $space }、第 { $round } ラウンド（{ $weapons }）：ドイツ側の射撃。
       *[allied] { $space }、第 { $round } ラウンド（{ $weapons }）：連合国側の射撃。
    }
battle-coast =
    { $count ->
        [1] 沿岸部隊：{ $values }（値はダイスの数であり得点）。
       *[other] 沿岸部隊：{ $values }（値はそれぞれダイスの数であり得点）。
    }
battle-own =
    { $hull ->
        [1] { $ship }：船体 1／{ $limit }、次の船体命中で沈没。砲 { $primary }-{ $secondary }-{ $tertiary }、魚雷 { $torpedoes }、弾薬 { $ammunition }。
       *[other] { $ship }：船体 { $hull }／{ $limit }。砲 { $primary }-{ $secondary }-{ $tertiary }、魚雷 { $torpedoes }、弾薬 { $ammunition }。
    }
battle-own-sunk = { $ship }：沈没。
battle-enemy =
    { $state ->
        [sunk] { $ship }：沈没。
        [withdrawn] { $ship }：撤退。
       *[other] { $ship }（{ $class }）：あと { $left } 命中で沈没。砲 { $primary }-{ $secondary }-{ $tertiary }、魚雷 { $torpedoes }、速度 { $speed }。
    }
enemy-values = { $ship }（{ $class }、砲 { $primary }-{ $secondary }-{ $tertiary }、魚雷 { $torpedoes }、装甲 { $armour }、速度 { $speed }）
battle-points = この海戦のポイント：獲得 { $gained }、喪失 { $lost }。
