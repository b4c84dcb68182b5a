# グランドフリート1.2の出来事
gf-event-began =
    { $historical ->
        [yes] ヒストリカルゲームの準備完了。艦隊ボックスにイギリス{ $british }隻、ドイツ{ $german }隻。イギリスが2VP優勢。
       *[no] ゲームの準備完了。艦隊ボックスにイギリス{ $british }隻、ドイツ{ $german }隻。
    }
gf-event-turn =
    { $half ->
        [first] 第{ $turn }ターン／全{ $last }：{ $year }年前半
       *[second] 第{ $turn }ターン／全{ $last }：{ $year }年後半
    }
gf-step-commitment = { $side }の投入
gf-step-transfer = { $side }の転出
gf-step-initiative = 主導権決定
gf-step-aftermath = 決戦の後
gf-event-scored =
    { $lead ->
        [0] { $side }に{ $points }VP{ $why }。VPは互角。
       *[other] { $side }に{ $points }VP{ $why }。{ $leader }が{ $lead }優勢。
    }
gf-scored-parity = （偶数同士・奇数同士の目）
gf-scored-refusal = （決戦の拒否）
gf-scored-sinking = （撃沈）
gf-scored-control = （制圧）
gf-scored-submarine-war = （潜水艦戦）
gf-event-won = { $side }の勝利：{ $why }。
gf-event-draw = 引き分け：{ $why }。
gf-ending-sudden-death = 7VP以上の優勢
gf-ending-maintenance = 相手が北海維持数に満たない
gf-ending-last-turn = 第9ターン終了
gf-ending-both-win = 両軍が勝利条件を満たした
gf-event-reinforced = { $side }の増強、艦隊ボックスへ：{ $ships }。
gf-event-reinforced-ashore = { $side }の増強、DDboxを選びます：{ $ships }。
gf-event-boxed =
    { $why ->
        [reinforcement] { $side }は増強艦をDDboxへ：{ $boxes }。
        [transfer] { $side }の転出：{ $boxes }。
        [detachment] { $side }はアメリカ艦をDDboxへ：{ $boxes }。
        [overflow] { $side }は入りきらない艦をDDboxへ戻します：{ $boxes }。
       *[damage] { $side }は損傷艦をDDboxへ：{ $boxes }。
    }
gf-event-respread = { $side }はDDboxを振り分け直します：{ $boxes }。
gf-event-committed = ボックス{ $box }の艦が{ $side }の艦隊ボックスへ：{ $ships }。
gf-event-committed-none = { $side }のボックス{ $box }は空。
gf-event-war = 無制限潜水艦戦が発生、アメリカが参戦。艦隊ボックスへ：{ $fleet }。DDboxへ：{ $ashore }。建造中止：{ $cancelled }。
gf-event-detached = 修正前の目が6。アメリカ艦は艦隊ボックスを離れます：{ $ships }。
gf-event-dice-chosen = { $side }は主導権のサイを{ $dice }個振ります（封印）。
gf-event-dice-shown = 主導権のサイ数：イギリス{ $british }、ドイツ{ $german }。
gf-event-initiative =
    { $forced ->
        [yes] 主導権はイギリス{ $british }、ドイツ{ $german }：攻勢側は{ $side }。決戦を望まなければなりません。
       *[no] 主導権はイギリス{ $british }、ドイツ{ $german }：攻勢側は{ $side }。
    }
gf-event-initiative-nobody = 主導権はイギリス{ $british }、ドイツ{ $german }：差が小さく、このターンは決戦なし。
gf-event-sought =
    { $forced ->
        [yes] { $side }は決戦を望みます（強制）。
       *[no] { $side }は決戦を望みます。
    }
gf-event-declined = { $side }は決戦を望みません。
gf-event-battle = 決戦：攻勢側は{ $side }
gf-event-mixed = 艦隊マーカーを混ぜます。イギリスは裏向き{ $british }、表向きの高速{ $britishshown }。ドイツは裏向き{ $german }、表向きの高速{ $germanshown }。
gf-event-placed =
    { $fleet ->
        [0] { $side }が{ $hex }に裏向きのマーカーを配置。
       *[other] { $side }が{ $hex }に高速の第{ $fleet }艦隊を表向きで配置。
    }
gf-event-intercepted = { $side }の迎撃移動：{ $from }の全マーカーを{ $to }へ。
gf-event-passed =
    { $forced ->
        [yes] { $side }は迎撃できるヘクスがなくパス。
       *[no] { $side }はパス。
    }
gf-event-revealed = 全マーカーを表に。イギリスのダミー：{ $british }。ドイツのダミー：{ $german }。
gf-event-round = { $hex }の戦闘、第{ $round }ラウンド：艦隊数はイギリス{ $british }、ドイツ{ $german }。先に振るのは{ $first }
gf-event-manoeuvre =
    { $half ->
        [yes] { $side }は半砲撃、過剰運動{ $excess }を宣言。
       *[no] { $side }は全砲撃、過剰運動{ $excess }を宣言。
    }
gf-event-combat-initiative =
    { $confused ->
        [yes] { $side }の目は{ $natural }、過剰運動{ $excess }以下で混乱。戦闘主導権数{ $number }（{ $by }）、砲撃も状況決定もできません。
       *[no] { $half ->
            [yes] { $side }の目は{ $natural }：戦闘主導権数{ $number }（{ $by }）、半砲撃。
           *[no] { $side }の目は{ $natural }：戦闘主導権数{ $number }（{ $by }）。
        }
    }
gf-event-situation = { $side }が状況を決定。このラウンドは：{ $chosen }。
gf-event-no-situation = { $side }は状況を選びません。
gf-event-totals =
    { $same ->
        [yes] 合計砲撃数：イギリス{ $british }、ドイツ{ $german }。
       *[no] 合計砲撃数：イギリス{ $britishsum }、ドイツ{ $germansum }。振り分けるのはイギリス{ $british }、ドイツ{ $german }。
    }
gf-event-targets =
    { $count ->
        [0] { $side }は撃ちません（封印）。
       *[other] { $side }の目標：{ $ships }（封印）。
    }
gf-event-targets-shown =
    イギリスの目標：{ $british }。ドイツの目標：{ $german }。{ $less ->
        [yes] ドイツ艦へのダイスは合計から1を引きます（ルール8）。
       *[no] {""}
    }
gf-event-shot =
    { $result ->
        [none] { $ship }：{ $faces }={ $sum }、損害なし。
        [boxed] { $ship }：{ $faces }={ $sum }、損傷。
       *[sunk] { $ship }：{ $faces }={ $sum }、沈没。
    }
gf-losses-between = ；
gf-losses = { $side }：{ $ships }
gf-event-damage = 損傷しDDboxへ：{ $boxed }。沈没：{ $sunk }。
gf-event-no-damage = 損害なし。
gf-event-fleets-left =
    { $why ->
        [spent] { $side }：2隻以下になった第{ $fleets }艦隊が帰投。
       *[withdrawn] { $side }：第{ $fleets }艦隊が帰投。
    }
gf-event-held = { $hex }の戦闘終了。{ $side }が残ります。
gf-event-held-by-none = { $hex }の戦闘終了。どちらも残りません。
gf-event-controlled = { $side }が制圧：{ $hexes }。計{ $points }VP（端数切り捨て）。
gf-event-battle-ended = 決戦終了。
gf-times = { $what }（{ $count }個）
gf-given-decline = { $side }は見送り。
gf-given-hold-back = { $side }は潜水艦戦を自制。
