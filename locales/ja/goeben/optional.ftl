# 18〜23章：選択ルール
option-variable-deployment = 初期配置の変更
option-moltke = ゲーベンの代わりにモルトケ
option-stralsund = シュトラールズント
option-four-ships = ドイツ艦四隻
option-austria-hungary = オーストリア＝ハンガリー艦
option-seaplanes = 水上機
option-night = 夜間戦闘
option-mines = 機雷
board-options = 選択ルール：{ $rules }。
austrian-values =
    { $may ->
        [yes] 砲 { $primary }-{ $secondary }-{ $tertiary }、魚雷 { $torpedoes }、装甲 { $armour }、速度 { $speed }、統率力 { $leadership }。移動できます。
       *[no] 砲 { $primary }-{ $secondary }-{ $tertiary }、魚雷 { $torpedoes }、装甲 { $armour }、速度 { $speed }、統率力 { $leadership }。今は移動できません。
    }
austrian-home = { $ship }（{ $class }）：シナリオ終了まで帰港
space-austrians = ここにいるオーストリア＝ハンガリー艦：{ $ships }。
place-mines = 自軍の機雷 { $count } 個
event-deployment-rolled = 戦隊は通常の場所の代わりに{ $space }から始めてもかまいません。
event-squadron-deployed = 戦隊は{ $space }から始めます。
event-austrians-arrived = オーストリア＝ハンガリー艦隊が{ $space }に出撃：{ $ships }。
event-austrian-lost =
    { $loss ->
        [sunk] { $ship }、{ $space }で沈没（{ $why }）。
       *[damaged] { $ship }は{ $space }を離れ、シナリオ終了まで帰港します（{ $why }）。
    }
event-lead-chosen = この戦闘では{ $nation }の艦が先に撃ちます。
event-seaplane-flew =
    { $result ->
        [shot-down] { $ship }の水上機が{ $space }上空で撃墜されます。
        [sighted] { $ship }の水上機が{ $space }の全てを見つけます。
       *[nothing] { $ship }の水上機は{ $space }で何も見つけません。
    }
event-night-fell = { $space }の海戦は夜戦となります。探照灯のない艦の砲は半減。
event-mines-laid = { $ship }が{ $space }に機雷を敷設。
event-mines-sprung =
    { $count ->
        [0] { $space }の連合国艦は機雷を無事に抜けます。機雷は除かれます。
       *[other] { $space }の機雷でシナリオから除かれる艦：{ $ships }。機雷も除かれます。
    }
roll-deployment = 初期配置の場所：{ $dice }。
roll-fleet-sortie = 出撃するオーストリア＝ハンガリー艦の数：{ $dice }。
roll-fleet-ships = 引いたオーストリア＝ハンガリー艦（{ $of } 隻の中の順番）：{ $dice }。
roll-night =
    { $top ->
        [1] { $a }：夜戦判定（1〜2で夜戦）：{ $dice }、夜戦。
        [2] { $a }：夜戦判定（1〜2で夜戦）：{ $dice }、夜戦。
       *[other] { $a }：夜戦判定（1〜2で夜戦）：{ $dice }、昼戦。
    }
roll-reconnaissance = { $b }上空の{ $a }の水上機（1で喪失、4〜6で発見）：{ $dice }。
roll-mine =
    { $top ->
        [6] 機雷の中の{ $a }（6で触雷）：{ $dice }。
       *[other] 機雷の中の{ $a }（6で触雷）：{ $dice }、触雷せず。
    }
purpose-deployment = 初期配置
purpose-fleet-sortie = オーストリア＝ハンガリー艦隊の出撃
purpose-night = 夜
purpose-reconnaissance = 航空偵察
purpose-mine = 敷設機雷
prompt-lead = { $a }で二か国の艦が共に戦います。どちらの艦が先に撃ちますか。
order-deploy = 戦隊を{ $space }から始めます。
order-scout = { $ship }の水上機を{ $space }へ飛ばします。
order-lay = { $ship }が{ $space }に機雷を敷設します。
order-lead =
    { $nation ->
        [german] ドイツ艦が先に撃ちます。
       *[other] オーストリア＝ハンガリー艦が先に撃ちます。
    }
why-moltke = モルトケ
why-stralsund = シュトラールズント
why-four-ships = 四隻の参加
why-austrian-sunk = オーストリア＝ハンガリー艦の喪失
why-austrian-damaged = オーストリア＝ハンガリー艦の損害
why-submarine = 潜水艦
why-battle = 戦闘
why-shot-down = 撃墜
why-mine = 触雷
refusal-no-coal-needed = { $ship }の速度は巡航だけで、石炭は要りません。
refusal-foreign-waters = オーストリア＝ハンガリー艦が入れるのはアドリア海と東地中海だけです。{ $ship }は{ $space }に入れません。
refusal-no-mines = { $ship }は機雷を積んでいません。
refusal-not-on-the-way = { $space }は{ $ship }のいるスペースでも、今の移動で通ったスペースでもありません。
refusal-neutral-waters = { $space }は中立の港なので機雷を敷設できません。
refusal-no-seaplane = { $ship }は水上機を積んでいません。
refusal-scouted-already = { $ship }の水上機は今日すでに飛びました。
refusal-not-beside = { $space }は{ $ship }の隣ではありません。
refusal-no-place-to-begin = 戦隊はそこから始められません。
refusal-ship-away = { $ship }はもう地図上にいません。
refusal-other-nation-first = もう一方の国の艦が{ $ship }より先に撃ちます。「控える」で射撃を譲れます。
refusal-wrong-class = { $item }はその艦に積めません。機雷は軽巡洋艦、水上機は巡洋戦艦に限ります。
refusal-one-seaplane = 水上機は一隻に一機までです。
refusal-seaplane-unswapped = 水上機は船体ボックス二つを占め、交換できません。移せるのは「移載」だけです。
refusal-no-two-boxes = 水上機には隣り合う空いた船体ボックスが二つ必要です。そこには置けません。
refusal-not-for-austrians = オーストリア＝ハンガリー艦にはできません。{ $ship }にできるのは移動と戦闘だけです。
