# 問いと命令
prompt-share = { $a }のポイントを配分する：{ $rest }。
prompt-choose = 選ぶ：妨害か、突破か。
prompt-examine = どこを調べるか。
prompt-evade = 潜水艦が{ $a }を狙う。石炭を使ってかわすか、危険を冒すか。
prompt-ram = どの艦が潜水艦に体当たりするか。
prompt-contact = { $a }に敵。どの速度で接敵するか。
prompt-break-off = { $a }で先制。戦うか、離脱するか。
prompt-retreat = { $a }から離脱。どこへ退くか。
prompt-bombard-fire = 砲は{ $a }に届く。どの艦が撃つか。
prompt-fire = { $a }で射撃の番。どの艦が何を撃つか。
prompt-set-up = 資材を積み、給炭艦を置き、「完了」で始める。
prompt-outfitting = その場で艦装・修理をするか、「完了」。した艦は今日は移動できない。
prompt-intelligence = 一隻で情報活動を試みるか、「完了」。
prompt-movement = 艦を動かすか、「完了」。
prompt-attend = 次にどのスペースを処理するか。
prompt-bombardment = 砲撃・上陸するか、「完了」。
order-load = { $item }を{ $ship }のボックス { $box } に積む。
order-discard = { $ship }の{ $cargo }を箱に戻す。
order-trade = { $ship }の{ $cargo }を{ $to }のボックス { $box } に移す。
order-swap = { $ship }の{ $cargo }を相手の{ $other }と取り替える。
order-collier = 給炭艦を{ $space }に置く。
order-rearm = { $space }で弾薬・魚雷を受け取る：{ $ships }（今日は移動不可）。
order-coal =
    { $source ->
        [collier] { $space }の給炭艦から石炭を受け取る：{ $ships }（今日は移動不可）。
        [friend] { $space }の友軍船から石炭を受け取る：{ $ships }（今日は移動不可）。
       *[port] { $space }の港で石炭を受け取る：{ $ships }（今日は移動不可）。
    }
order-share = 配分：{ $points }。
order-repair = { $ship }の修理を試みる：{ $dice }（今日は移動不可）。
order-reload = { $ship }の発射管を予備魚雷で満たす。
order-intelligence = { $ship }で情報活動を試みる。
order-choose =
    { $result ->
        [breakthrough] 突破：一か所の全ユニットを見る。
       *[jamming] 妨害：アラートレベルを下げる。
    }
order-examine = { $space }を調べる。
order-move =
    { $speed ->
        [maximum] { $ship }が最大速度で{ $path }へ。
        [emergency] { $ship }が緊急速度で{ $path }へ。
       *[cruise] { $ship }が巡航速度で{ $path }へ。
    }
order-embark = 陸戦隊を{ $ship }のボックス { $box } に収容する。
order-attend = 次に{ $space }を処理する。
order-evade =
    { $by ->
        [coal] 石炭1を使ってかわす。
       *[risk] 雷撃の危険を冒す。
    }
order-ram = { $ship }が潜水艦に体当たりする。
order-contact =
    { $speed ->
        [maximum] 最大速度で接敵。{ $ship }が石炭1を使う。
       *[cruise] 巡航速度で接敵。
    }
order-fight = とどまって戦う。
order-break-off = 離脱する。
order-retreat = { $ship }が{ $space }へ退く。
order-fire =
    { $rate ->
        [maximum] { $ship }が{ $target }へ全力射撃。
       *[normal] { $ship }が{ $target }を砲撃。
    }
order-torpedo = { $ship }が{ $target }に魚雷 { $count } 本。
order-hold = この手順ではもう撃たない。
order-bombard = { $space }を砲撃する。
order-land = { $ship }が海兵大隊を揚げる。
order-done = このフェイズを終える。
cargo-in-box = { $item }（ボックス { $box }）
