# 出来事、一件一文
event-scenario-began = 地中海戦隊、準備完了：{ $ships }。
event-markers-concealed = 事件マーカーと沿岸部隊を伏せて置き、残りをプールに入れました。
event-mission-drawn = ベルリンからの命令：{ $mission }、期限 { $days } 日。
event-day-began = { $day } 日目：{ $phase }
event-phase-began = { $day } 日目、{ $phase }
event-alert-changed =
    { $way ->
        [down] 連合国アラートレベルが { $by } 下がって { $alert }（{ $why }）。
       *[up] 連合国アラートレベルが { $by } 上がって { $alert }（{ $why }）。
    }
event-points-changed =
    { $way ->
        [lost] 勝利ポイント { $by } を失います（{ $why }）。合計 { $total }。
       *[won] 勝利ポイント { $by } を得ます（{ $why }）。合計 { $total }。
    }
event-points-changed-about =
    { $way ->
        [lost] 勝利ポイント { $by } を失います（{ $about }：{ $why }）。合計 { $total }。
       *[won] 勝利ポイント { $by } を得ます（{ $about }：{ $why }）。合計 { $total }。
    }
event-space-began = { $space }
event-scenario-ended = 任務終了：{ $outcome }。勝利ポイント { $points }。
event-markers-revealed = 表に返します：{ $markers }。
event-units-revealed = { $space }の情報：{ $units }。
event-markers-drawn = { $count } 枚引きます：{ $markers }。
event-markers-returned = プールへ戻します：{ $markers }（{ $why }）。
event-marker-removed = { $marker }はゲームから除かれます。
event-allies-arrived = 敵艦：{ $ships }。
event-allies-left = { $space }を去りプールへ：{ $ships }（{ $why }）。
event-merchantman-sighted = 商船を発見。
event-merchantman-raided = { $ship }が{ $space }で商船を捕らえます。
event-merchantman-left = { $space }の商船は去っていきます。
event-incident-began =
    { $applies ->
        [no] { $incident }：効果なし。
       *[yes] { $incident }。
    }
event-friendly-ship-met = 友軍船が次の艦装まで{ $space }に付き添います。
event-visibility-limited = { $space }は今日、視界が限られます。
event-visibility-rolled =
    { $effect ->
        [two] { $space }のもやの中、大口径砲と中口径砲は同時に撃ちます。
        [all] { $space }のもやの中、全ての砲は同時に撃ちます。
       *[none] { $space }のもやは濃く、戦闘は起こりません。
    }
event-storm-broke = { $space }に暴風雨。今日はそこで海戦・砲撃・上陸ができません。
event-morale-changed =
    { $way ->
        [down] 士気低下：今日のドイツ側射撃はダイスが { $dice } 個少なくなります。
       *[up] 士気高揚：今日のドイツ側射撃はダイスが { $dice } 個多くなります。
    }
event-french-fleet-sailed = { $day } 日目の移動フェイズ、フランス艦隊が洋上にあります。
event-french-fleet-returned = フランス艦隊は帰港します。
event-track-changed = { $ship }：{ $track } { $from } → { $to }（{ $why }）。
event-ship-outfitted = { $ship }は艦装にかかり、今日は移動できません。
event-supply-drawn =
    { $source ->
        [arsenal] { $space }で弾薬・魚雷 { $points } 点を受け取ります。
        [collier] { $space }の給炭艦から石炭 { $points } 点を受け取ります。
        [friend] { $space }の友軍船から石炭 { $points } 点を受け取ります。
       *[port] { $space }で石炭 { $points } 点を受け取ります。
    }
event-repair-attempted = { $ship }は修理にかかります。
event-friends-left = { $space }の友軍船 { $count } 隻が別れていきます。
event-intelligence = { $ship }の情報活動、判定値 { $value }：{ $result }。
event-ship-moved =
    { $speed ->
        [maximum] { $ship }は最大速度で{ $from }から{ $to }へ { $spaces } スペース移動。
        [emergency] { $ship }は緊急速度で{ $from }から{ $to }へ { $spaces } スペース移動。
       *[cruise] { $ship }は巡航速度で{ $from }から{ $to }へ { $spaces } スペース移動。
    }
event-ship-retreated = { $ship }は{ $to }へ離脱。
event-port-visited = { $space }への寄港は終わり、ドイツ艦は再び入れません。
event-ship-sunk = { $ship }、{ $space }で沈没。
event-cargo-stowed = { $ship }、{ $item }をボックス { $box } に搭載。
event-cargo-removed = { $ship }、ボックス { $box } の{ $item }を失います（{ $why }）。
event-cargo-moved = { $item }を{ $from }から{ $to }のボックス { $box } へ移載。
event-cargo-swapped = { $ship }の{ $item }と{ $other }の{ $otheritem }を交換。
event-collier-placed =
    { $left ->
        [0] 給炭艦が{ $space }で待ちます。
       *[other] 給炭艦が{ $space }で待ちます。あと { $left } 隻。
    }
event-collier-removed = { $space }の給炭艦を除きます（{ $why }）。
event-landing-party-landed = { $ship }が{ $space }に海兵大隊を揚げ、港を占領。
event-landing-party-recovered = { $space }の海兵大隊が{ $ship }のボックス { $box } に戻ります。
event-landing-party-lost = { $space }の陸戦隊を失います。
battle-at = { $space }の海戦：{ $german } 対 { $enemies }
bombardment-at = { $german }による{ $space }への砲撃
event-contact-made =
    { $result ->
        [GC2] 接敵：ダイス { $die } + ドイツ { $german } − 連合国 { $allied } = { $total }（GC2）：ドイツ側の先制。
        [GC1] 接敵：ダイス { $die } + ドイツ { $german } − 連合国 { $allied } = { $total }（GC1）：ドイツ側の先制。
        [AC2] 接敵：ダイス { $die } + ドイツ { $german } − 連合国 { $allied } = { $total }（AC2）：連合国側の先制。
        [AC1] 接敵：ダイス { $die } + ドイツ { $german } − 連合国 { $allied } = { $total }（AC1）：連合国側の先制。
       *[N] 接敵：ダイス { $die } + ドイツ { $german } − 連合国 { $allied } = { $total }：接敵せず。
    }
event-side-fires =
    { $known ->
        [yes] { $side ->
            [german] 第 { $round } ラウンド（{ $weapons }）：ドイツ側の射撃
           *[allied] 第 { $round } ラウンド（{ $weapons }）：連合国側の射撃
        }
       *[no] { $side ->
            [german] 第 { $round } ラウンド：ドイツ側の射撃
           *[allied] 第 { $round } ラウンド：連合国側の射撃
        }
    }
event-germans-break-off = ドイツ側は砲火の前に離脱します。
event-ship-fired =
    { $rate ->
        [maximum] { $ship }、全力射撃を開始。
       *[normal] { $ship }、射撃を開始。
    }
event-enemy-hit =
    { $state ->
        [sunk] { $ship }：{ $hit }。沈没。
        [withdrawn] { $ship }：{ $hit }。戦場を去ります。
        [damaged] { $ship }：{ $hit }、損害計 { $damage }。
       *[whole] { $ship }：{ $hit }。
    }
event-coast-revealed = { $space }の沿岸砲台が姿を現す：{ $values }。
event-coast-hit = { $space }に命中：{ $hit }。
event-coastal-unit-destroyed = { $space }の沿岸部隊（{ $value }）を撃破。
event-system-silenced = { $ship }：{ $track }が敵の攻撃で使用不能。
event-battle-ended = { $space }の海戦終了。撃沈：{ $sunk }。損害・撤退：{ $damaged }。プールへ：{ $returned }。
ship-lies = { $ship }は{ $space }
