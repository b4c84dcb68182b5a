# ダイス
roll-other = { $purpose }のダイス、{ $a }：{ $dice }。
roll-break-off = { $a }の連合国側は離脱するか（アラートを超えれば離脱）：{ $dice }。
roll-collier-attacked =
    { $top ->
        [6] { $a }の給炭艦への攻撃（6で喪失）：{ $dice }。
       *[other] { $a }の給炭艦への攻撃（6で喪失）：{ $dice }、無事。
    }
roll-minefield =
    { $top ->
        [6] { $a }、機雷原（6で触雷）：{ $dice }。
       *[other] { $a }、機雷原（6で触雷）：{ $dice }、触雷せず。
    }
roll-submarine =
    { $top ->
        [1] { $a }の潜水艦（3以上で危険）：{ $dice }、誤報。
        [2] { $a }の潜水艦（3以上で危険）：{ $dice }、誤報。
       *[other] { $a }の潜水艦（3以上で危険）：{ $dice }。
    }
roll-submarine-torpedo =
    { $top ->
        [1] { $a }への潜水艦の雷撃（大きい目で命中）：{ $dice }、外れ。
        [2] { $a }への潜水艦の雷撃（大きい目で命中）：{ $dice }、外れ。
        [3] { $a }への潜水艦の雷撃（大きい目で命中）：{ $dice }、外れ。
        [4] { $a }への潜水艦の雷撃（大きい目で命中）：{ $dice }、外れ。
       *[other] { $a }への潜水艦の雷撃（大きい目で命中）：{ $dice }。
    }
roll-target = { $a }の目標：候補 { $of } のうち { $dice } 番目。
roll-torpedo-hit = { $a }に命中した魚雷：{ $dice }。
roll-gunnery-hit = { $a }に命中した砲弾：{ $dice }。
roll-bridge-hit = { $a }の艦橋：{ $dice }。
roll-critical-hit = { $a }への致命的な命中：{ $dice }。
roll-gunnery = { $a }が{ $b }を砲撃、{ $c }：{ $dice }。命中 { $hits }。
roll-bombardment = { $a }が海岸を砲撃、{ $c }：{ $dice }。命中 { $hits }。
roll-torpedo =
    { $counted ->
        [yes] { $a }が{ $b }を雷撃：{ $dice }。命中 { $hits }。
       *[no] { $a }が{ $b }を雷撃：{ $dice }。
    }
roll-of-a-hit = 命中、ダイス { $dice }。
roll-bombardment-hit = { $a }に命中した砲弾：{ $dice }。
roll-outcry = { $a }をめぐる世論の非難：{ $dice }。
roll-morale = { $a }の敵の士気：{ $dice }。
roll-magazine = { $a }の弾薬庫：{ $dice }。
roll-unit-destroyed = { $a }で撃たれた部隊：{ $of } のうち { $dice } 番目。
roll-camera-crew = { $a }の撮影班：{ $dice }。
roll-coal =
    { $count ->
        [1] 石炭：{ $dice }。
       *[other] 石炭：{ $dice }、計 { $total }。
    }
roll-rearm =
    { $count ->
        [1] 弾薬・魚雷：{ $dice }。
       *[other] 弾薬・魚雷：{ $dice }、計 { $total }。
    }
roll-contact = { $a }での接敵：{ $dice }。
roll-emergency-speed =
    { $top ->
        [1] 緊急速度の{ $a }の機関（1と2で損害）：{ $dice }。
        [2] 緊急速度の{ $a }の機関（1と2で損害）：{ $dice }。
       *[other] 緊急速度の{ $a }の機関（1と2で損害）：{ $dice }、異常なし。
    }
roll-intelligence = { $a }の情報活動：{ $dice }。
roll-mechanical-breakdown =
    { $top ->
        [6] { $a }の機関（6で損害）：{ $dice }。
       *[other] { $a }の機関（6で損害）：{ $dice }、異常なし。
    }
roll-raiding = { $a }の商船襲撃（統率力を加える）：{ $dice }。
roll-repair =
    { $top ->
        [5] { $a }の修理、{ $b }（5と6で直る）：{ $dice }。
        [6] { $a }の修理、{ $b }（5と6で直る）：{ $dice }。
       *[other] { $a }の修理、{ $b }（5と6で直る）：{ $dice }、直らず。
    }
roll-storm =
    { $top ->
        [6] 暴風雨の{ $a }（6で船体1）：{ $dice }。
       *[other] 暴風雨の{ $a }（6で船体1）：{ $dice }、損害なし。
    }
roll-visibility = { $a }の視界：{ $dice }。
roll-incidents = { $a }で引く：プール { $of } 枚の並びの { $dice } 番目。
roll-orders = 任務を引きます：{ $of } のうち { $dice } 番目。
roll-units-shown = { $a }で明かすユニット：{ $of } 個のうち { $dice } 番目。
roll-concealed-coast = 沿岸部隊を混ぜた並び：{ $dice }。
roll-concealed-pool = プールを混ぜた並び：{ $dice }。
roll-concealed-zones = 哨戒区のマーカー（{ $a }）を混ぜた並び：{ $dice }。
purpose-break-off = 連合国の離脱
purpose-collier-attacked = 給炭艦への襲撃
purpose-minefield = 機雷
purpose-submarine = 潜水艦
purpose-submarine-torpedo = 潜水艦の雷撃
purpose-torpedo-hit = 魚雷の命中
purpose-gunnery-hit = 砲弾の命中
purpose-bridge-hit = 艦橋への命中
purpose-critical-hit = 致命的な命中
purpose-gunnery = 砲撃
purpose-bombardment = 艦砲射撃
purpose-torpedo = 雷撃
purpose-bombardment-hit = 陸上への命中
purpose-outcry = 世論の非難
purpose-morale = 敵の士気
purpose-magazine = 弾薬庫
purpose-camera-crew = 撮影班
purpose-coal = 石炭
purpose-rearm = 弾薬・魚雷
purpose-contact = 接敵
purpose-emergency-speed = 緊急速度
purpose-intelligence = 情報活動
purpose-mechanical-breakdown = 機関故障
purpose-raiding = 通商破壊
purpose-repair = 修理
purpose-storm = 暴風雨
purpose-visibility = 視界
unsaid-break-off = 連合国軍は離脱せず戦います。
