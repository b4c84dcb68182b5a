# 命令の見込み。
odds-german-first = ドイツ側の先制
odds-allied-first = 連合国側の先制
odds-no-contact = 接敵なし
odds-hit = 命中
odds-withdrawn = 離脱
odds-sunk = 撃沈
odds-unit-destroyed = 沿岸部隊除去
odds-nothing = 何もなし
odds-signals-intercepted = アラート＋1
odds-received = ユニット 2 個公開
odds-breakthrough = 一か所の全ユニット公開
odds-jamming = アラート－1
odds-outwitted = アラート－2
odds-jamming-or-breakthrough = アラート－1か一か所の全ユニット公開
odds-die-mends = ダイス 1 個ごとに 1 ボックス修理
odds-sighted = そこの全ユニット公開
odds-shot-down = 水上機喪失
odds-engine-breaks = 機関 1 ボックス喪失
chance-move =
    { $speed ->
        [emergency] 緊急速度を出す各艦
        [maximum] 最大速度を出す各艦
       *[cruise] 巡航する各艦
    }
chance-repair = { $ship }の修理
chance-scout = { $ship }からの偵察飛行
