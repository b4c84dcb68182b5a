# グランドフリート1.2で尋ねること、命令、それができない理由
gf-prompt-stow = 入港する艦をどのDDboxへ？ 「自動収容」なら均等に。
gf-prompt-commitment =
    { $commit ->
        [open] 投入のサイを振りますか。そのままなら「投入」、先に「再配分」、しないなら「見送り」。
       *[closed] 投入のサイを振りますか。先に振り分け直す必要があります。「再配分」か「自動再配分」、しないなら「見送り」。
    }
gf-prompt-second-die = 二つめの投入のサイを振りますか。「投入」か「見送り」。
gf-prompt-transfer = 転出しますか。「転出」で隻数を振ります。しないなら「見送り」。
gf-prompt-send = どの艦をどのDDboxへ移しますか。「送出」、旧式艦からでよければ「自動送出」。
gf-prompt-outbreak = 無制限潜水艦戦を「発動」しますか、「自制」しますか。
gf-prompt-dice = 主導権のサイは何個？（秘密） 「サイ数 1」か、1VPを失う危険のある「サイ数 2」。
gf-prompt-seek = あなたが攻勢側です。「決戦」を望みますか、「見送り」ますか。
gf-prompt-answer = 相手が決戦を望んでいます。「応戦」しますか、3VPを渡して「拒否」しますか。
gf-prompt-overflow = 8個艦隊に入りきりません。「返還」か「自動返還」でDDboxへ戻します。
gf-prompt-formation = 秘密に艦隊を編成します。「編成」か「自動編成」。
gf-prompt-placement =
    { $place ->
        [open] { $place-shown ->
            [open] マーカーを置きます。裏向きの次の一つは「配置 ヘクス」、表向きの高速艦隊は「表配置」。
           *[closed] マーカーを置きます。裏向きの次の一つは「配置 ヘクス」。
        }
       *[closed] マーカーを置きます。表向きの高速艦隊は「表配置」。
    }
gf-prompt-interception = 迎撃移動しますか。「迎撃 元 先」か「パス」。
gf-prompt-hex = 次はどのヘクスで戦いますか。
gf-prompt-manoeuvre = { $a }の戦闘。艦隊をどう動かしますか。「運動」だけなら全砲撃、過剰運動なし。
gf-prompt-situation = { $a }の戦闘主導権を取りました。状況を選びます。選ばないなら「状況 そのまま なし」。
gf-prompt-gunnery =
    { $fire ->
        [open] { $a }での砲撃（秘密）。目標を選ぶ「砲撃」、「自動砲撃」、または「砲撃中止」。
       *[closed] { $a }での砲撃。狙える艦はありません。「砲撃中止」。
    }
gf-prompt-persistence = { $a }のラウンドが終わりました。「継戦」しますか、「離脱」しますか。
# The same for anybody to read, where the question above depends on what may be answered.
gf-asked-commitment = 投入のサイを振りますか。
gf-asked-placement = マーカーを置きます。
gf-asked-gunnery = { $a }での砲撃（秘密）。
gf-order-stow = DDboxに入れます：{ $boxes }。
gf-order-stow-by =
    { $plan ->
        [reserve] 全部DDboxの0に入れます。
       *[even] DDboxの1〜6に均等に入れます。
    }
gf-order-commit = 投入のサイを振ります。
gf-order-respread = DDboxを振り分け直して投入のサイを振ります：{ $boxes }。
gf-order-respread-by =
    { $plan ->
        [modern] 前ド級を0に置いて振り分け直し、投入のサイを振ります。
       *[even] 均等に振り分け直し、投入のサイを振ります。
    }
gf-order-transfer = 転出の隻数を振ります。
gf-order-send = 転出：{ $boxes }。
gf-order-send-by =
    { $plan ->
        [newest] 強い艦から転出します。
       *[oldest] 旧式艦から転出します。
    }
gf-order-decline = しない。
gf-order-unleash = 無制限潜水艦戦を始めます。
gf-order-hold-back = 無制限潜水艦戦はまだ始めません。
gf-order-throw = 主導権のサイを{ $number }個振ります。
gf-order-seek = 決戦を望みます。
gf-order-accept = 決戦に応じます。
gf-order-refuse = 決戦を拒みます。攻勢側に3VP。
gf-order-return = DDboxへ戻します：{ $boxes }。
gf-order-return-by =
    { $plan ->
        [reserve] DDboxの0へ戻します。
       *[even] DDboxの1〜6へ均等に戻します。
    }
gf-order-form = 艦隊を編成：{ $fleets }。
gf-order-form-by =
    { $markers ->
        [shown] { $plan ->
            [fewest] 艦隊を最少に編成、高速艦隊は表向き。
            [most] 艦隊を最多に編成、高速艦隊は表向き。
           *[by-type] 艦種別に編成、高速艦隊は表向き。
        }
       *[hidden] { $plan ->
            [fewest] 艦隊を最少に編成、すべて裏向き。
            [most] 艦隊を最多に編成、すべて裏向き。
           *[by-type] 艦種別に編成、すべて裏向き。
        }
    }
gf-order-place = 次の裏向きマーカーを{ $hex }に置きます。
gf-order-place-shown = 高速の第{ $fleet }艦隊を表向きで{ $hex }に置きます。
gf-order-intercept = { $from }の全マーカーを{ $to }へ動かします。
gf-order-pass = パスします。
gf-order-fight = 次は{ $hex }で戦います。
gf-order-manoeuvre =
    { $guns ->
        [half] 半砲撃、過剰運動{ $excess }。
       *[full] 全砲撃、過剰運動{ $excess }。
    }
gf-order-situation =
    { $range ->
        [long] 遠距離。ほか：{ $also }。
        [close] 近距離。ほか：{ $also }。
        [long-twice] 遠距離2回。ほか：{ $also }。
        [close-twice] 近距離2回。ほか：{ $also }。
        [both] 遠距離と近距離（打ち消し合う）。ほか：{ $also }。
       *[as-is] 距離はそのまま。ほか：{ $also }。
    }
gf-order-fire = 目標：{ $targets }。
gf-order-fire-by =
    { $rule ->
        [dearest] 防御値の高い艦から撃ちます。
        [fastest] 高速戦艦から撃ちます。
        [oldest] 前ド級から撃ちます。
       *[weakest] できるだけ多くの艦を撃ちます。
    }
gf-order-hold-fire = 撃たない。
gf-order-fight-on = 戦闘の継続を望みます。
gf-order-break-off = 戦闘を終えます。
gf-menu-sort =
    { $all ->
        [yes] { $usage }：全{ $of }隻（{ $classes }）を { $bins } へ
       *[no] { $usage }：{ $of }隻（{ $classes }）のうち{ $take }隻を { $bins } へ
    }
gf-menu-class = { $class } { $count }
gf-menu-budget = { $usage }：砲撃数{ $points }、目標ごとに防御値分
gf-menu-cost = 防御値{ $cost }：{ $ships }
gf-ask-stow = 収容
gf-ask-commitment = 投入
gf-ask-second-die = 二つめの投入のサイ
gf-ask-transfer = 転出
gf-ask-send = 転出する艦
gf-ask-outbreak = 潜水艦戦
gf-ask-dice = サイの個数
gf-ask-seek = 決戦の意志
gf-ask-answer = 決戦への返答
gf-ask-overflow = 艦の返還
gf-ask-formation = 艦隊編成
gf-ask-placement = マーカーの配置
gf-ask-interception = 迎撃移動
gf-ask-hex = 次のヘクス
gf-ask-manoeuvre = 運動
gf-ask-situation = 状況
gf-ask-gunnery = 砲撃
gf-ask-persistence = 戦闘の継続
refusal-game-over = ゲームは終わっています。
refusal-not-asked = いまは決める番ではありません。
refusal-no-such-order = 「{ $verb }」はいま尋ねていること（{ $ask }）の答えになりません。
refusal-box-full = ボックス{ $box }に入るのは{ $room }隻で、{ $ships }隻は入りません。
refusal-spread-duty = イギリスは1〜6にできるだけ空のボックスを作れません。使っているのは{ $boxes }、必要なのは{ $wanted }です。
refusal-spread-first = 投入の前に振り分け直しが必要です。使っているのは{ $boxes }、必要なのは{ $wanted }です。
refusal-wrong-count = ちょうど{ $wanted }隻を移します（指定は{ $ships }隻）。
refusal-highest-first = 防御値の高い艦から戻します。{ $ship }が先です。
refusal-fleet-size = 1個艦隊は{ $least }〜{ $most }隻です。艦隊{ $fleet }は{ $ships }隻になります。
refusal-fleets-too-many = 艦隊{ $fleet }はありません。マーカーは{ $most }個です。
refusal-fleet-twice = { $fleet }と{ $other }は同じ艦隊の表と裏です。
refusal-all-ships-in-fleets =
    { $left ->
        [one] 艦隊ボックスの全艦を艦隊に入れます。{ $ship }が残っています。
       *[other] 艦隊ボックスの全艦を艦隊に入れます。{ $ship }など{ $left }隻が残っています。
    }
refusal-not-fast = 表にできるのは高速艦隊だけです。{ $fleet }の{ $ship }は高速ではありません。
refusal-unknown-ship = { $ship }は対象の艦ではありません。
refusal-twice = { $ship }が二度出てきます。
refusal-forbidden-hex = { $hex }は禁止ヘクスです。
refusal-no-such-hex = { $hex }は地図にありません。
refusal-no-marker =
    { $shown ->
        [0] 置くマーカーは残っていません。
       *[other] 裏向きのマーカーは残っていません。高速艦隊は「表配置」で置きます。
    }
refusal-no-marker-shown = 艦隊{ $fleet }は、未配置の表向きマーカーにありません。
refusal-no-majority = { $hex }では自軍{ $own }、敵軍{ $theirs }と数えます。敵より多くなければなりません。
refusal-one-side-only = { $hex }に両軍のマーカーがありません。
refusal-already-intercepted = { $hex }の迎撃は終わっています。
refusal-not-adjacent = { $to }は{ $from }の隣ではありません。
refusal-hex-not-contested = { $hex }に両軍の艦隊がありません。
refusal-excess-too-high = 過剰運動{ $excess }は多すぎます。そこの自軍艦隊は{ $most }個です。
refusal-too-many-situations = それでは{ $chosen }個になります。選べるのは{ $most }個です。
refusal-situation-barred = いま「{ $choice }」は選べません。取り消せるのは自軍の半砲撃だけで、すでに半砲撃の敵をさらに半減できません。
refusal-over-points = その目標には{ $wanted }必要ですが、砲撃数は{ $points }です。
refusal-not-a-target = { $ship }はこのヘクスの敵艦ではありません。
gf-menu-argument = ；{ $name }：{ $values }
gf-also-go-on = 次のラウンドも続く
gf-also-full-guns = 自軍の半砲撃を取り消す
gf-also-halve-enemy = 敵は半砲撃になる
