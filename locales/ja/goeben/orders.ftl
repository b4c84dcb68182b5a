# 問いと命令
prompt-share = { $a }のポイントを配分します：{ $rest }。
prompt-choose = どちらを選びますか：妨害か、突破か。
prompt-examine = どこを調べますか。
prompt-evade = 潜水艦が{ $a }を狙っています。石炭を1消費して回避しますか、魚雷の危険を冒しますか。
prompt-ram = どの艦が潜水艦に体当たりしますか。
prompt-contact = { $a }に敵がいます。どの速度で接敵しますか。
prompt-break-off = { $a }で先制しました。戦いますか、離脱しますか。
prompt-retreat = { $a }から離脱します。どこへ退きますか。
prompt-bombard-fire = 砲が{ $a }に届きます。どの艦が撃ちますか。
prompt-fire = { $a }で射撃の番です。どの艦が何を撃ちますか。
prompt-set-up =
    { $done ->
        [open] 資材を積み、「完了」で任務を始めます。
       *[closed] { $collier ->
            [open] 資材を積み、給炭艦を置きます。
           *[closed] 資材を積みます。
        }
    }
prompt-outfitting =
    { $done ->
        [open] 現在地で補給・修理を行えます（行った艦は今日は移動不可）。終えたら「完了」。
       *[closed] 現在地で補給・修理を行えます（行った艦は今日は移動不可）。
    }
prompt-intelligence =
    { $intelligence ->
        [open] { $done ->
            [open] 1隻で情報活動を試みます（しない場合は「完了」）。
           *[closed] 1隻で情報活動を試みます。
        }
       *[closed] { $done ->
            [open] 情報活動を試みられる艦はありません。「完了」でフェイズを終えます。
           *[closed] 情報活動を試みられる艦はありません。
        }
    }
prompt-movement =
    { $move ->
        [open] { $done ->
            [open] 艦を動かします。終えたら「完了」。
           *[closed] 艦を動かします。
        }
       *[closed] { $done ->
            [open] もう動ける艦はありません。「完了」でフェイズを終えます。
           *[closed] 動かせる艦はありません。
        }
    }
# The same for anybody to read, where the question above depends on what may be answered.
asked-set-up = 資材を積み、給炭艦を置きます。
asked-outfitting = 現在地で補給・修理を行えます。
asked-intelligence = 情報活動を試みます。
asked-movement = 艦を動かします。
asked-bombardment = 艦砲射撃か上陸を行いますか。
prompt-attend = 次にどのスペースを処理しますか。
prompt-bombardment =
    { $done ->
        [open] 艦砲射撃か上陸を行えます。終えたら「完了」。
       *[closed] 艦砲射撃か上陸を行いますか。
    }
order-load = { $item }を{ $ship }のボックス { $box } に積みます。
order-discard = { $ship }の{ $cargo }を箱に戻します。
order-trade = { $ship }の{ $cargo }を{ $to }のボックス { $box } に移します。
order-swap = { $ship }の{ $cargo }を相手の{ $other }と取り替えます。
order-collier = 給炭艦を{ $space }に置きます。
order-rearm = { $space }で弾薬・魚雷を受け取ります：{ $ships }（今日は移動不可）。
order-coal =
    { $source ->
        [collier] { $space }の給炭艦から石炭を受け取ります：{ $ships }（今日は移動不可）。
        [friend] { $space }の友軍船から石炭を受け取ります：{ $ships }（今日は移動不可）。
       *[port] { $space }の港で石炭を受け取ります：{ $ships }（今日は移動不可）。
    }
order-share = 配分：{ $points }。
order-repair = { $ship }の修理を試みます：{ $dice }（今日は移動不可）。
order-reload = { $ship }の発射管を予備魚雷で満たします。
order-intelligence = { $ship }で情報活動を試みます。
order-choose =
    { $result ->
        [breakthrough] 突破：一か所の全ユニットを見ます。
       *[jamming] 妨害：アラートレベルを下げます。
    }
order-examine = { $space }を調べます。
order-move =
    { $speed ->
        [maximum] { $ship }が最大速度で{ $path }へ。
        [emergency] { $ship }が緊急速度で{ $path }へ。
       *[cruise] { $ship }が巡航速度で{ $path }へ。
    }
order-embark = 陸戦隊を{ $ship }のボックス { $box } に収容します。
order-attend = 次に{ $space }を処理します。
order-evade =
    { $by ->
        [coal] 石炭を1消費して回避します。
       *[risk] 雷撃の危険を冒します。
    }
order-ram = { $ship }が潜水艦に体当たりします。
order-contact =
    { $speed ->
        [maximum] 最大速度で接敵。{ $ship }が石炭1を使います。
       *[cruise] 巡航速度で接敵。
    }
order-fight = とどまって戦います。
order-break-off = 離脱します。
order-retreat = { $ship }が{ $space }へ退きます。
order-fire =
    { $rate ->
        [maximum] { $ship }が{ $target }へ全力射撃。
       *[normal] { $ship }が{ $target }を砲撃。
    }
order-torpedo = { $ship }が{ $target }に魚雷 { $count } 本。
order-hold = このステップではもう射撃しません。
order-bombard = { $space }を砲撃します。
order-land = { $ship }が海兵大隊を揚げます。
order-done = このフェイズを終えます。
cargo-in-box = { $item }（ボックス { $box }）
