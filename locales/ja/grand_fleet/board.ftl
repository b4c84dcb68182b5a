# グランドフリート1.2の盤面
gf-side-british = イギリス
gf-side-german = ドイツ
gf-ship = { $type } { $ship }
gf-ships-of-type = { $type } { $ships }
gf-hex = ヘクス{ $hex }
gf-hex-named = { $hex } { $name }
gf-phase-set-up = ゲーム準備
gf-phase-armament = 軍備フェイズ
gf-phase-initiative = 主導権フェイズ
gf-phase-battle = 決戦
gf-phase-over = 終了
gf-board-set-up = グランドフリート1.2：ゲーム準備
gf-board-turn =
    { $half ->
        [first] グランドフリート1.2：第{ $turn }ターン／全{ $last }（{ $year }年前半）、{ $phase }
       *[second] グランドフリート1.2：第{ $turn }ターン／全{ $last }（{ $year }年後半）、{ $phase }
    }
gf-board-map = 地図
gf-score =
    { $lead ->
        [0] VPは互角。ターン終了時に7VP優勢なら勝ち。第9ターンの後に互角ならイギリスの勝ち。
       *[other] VPは{ $side }が{ $lead }優勢。ターン終了時にあと{ $left }で勝ち。
    }
gf-war-since = 無制限潜水艦戦は第{ $turn }ターンから。
gf-historical = ヒストリカルゲーム：開始時イギリス2VP優勢、潜水艦戦は第6ターンに発生。
gf-dice-of = { $side }の主導権のサイ数：{ $decision }。
gf-awaited = まだ決めていない
gf-sealed = 決定ずみ（封印）
gf-no-battle = いまは決戦中ではありません。
gf-chart = { $side }：艦隊ボックスに{ $ships }隻（北海維持数{ $needed }）
gf-type-line = { $type } { $count }隻：{ $ships }
gf-boxes = DDbox（1〜6は各{ $limit }隻まで）：
gf-boxes-empty = DDboxに艦はいません。
gf-box = ボックス{ $box }：{ $ships }
gf-due = 第{ $turn }ターン：{ $ships }
gf-to-come = 増強予定：
gf-ashore = DDbox振り分け待ち：{ $ships }。
gf-abroad = 潜水艦戦まで未参戦：{ $ships }。
gf-sunk = 沈没：{ $ships }。
gf-cancelled = 建造中止：{ $ships }。
gf-left-out = 今回は使わない：{ $ships }。
gf-ship-is =
    { $nation ->
        [british] { $ship }、イギリス、{ $type }：砲撃値{ $gunnery }、防御値{ $defence }、{ $speed ->
            [fast] 高速
            [slow] 低速
           *[normal] 普通
        }。
        [american] { $ship }、アメリカ、{ $type }：砲撃値{ $gunnery }、防御値{ $defence }、{ $speed ->
            [fast] 高速
            [slow] 低速
           *[normal] 普通
        }。
       *[german] { $ship }、ドイツ、{ $type }：砲撃値{ $gunnery }、防御値{ $defence }、{ $speed ->
            [fast] 高速
            [slow] 低速
           *[normal] 普通
        }。
    }
gf-berth-due = 第{ $number }ターンに増強。
gf-berth-abroad = 未参戦。
gf-berth-fleet = 艦隊ボックス。
gf-berth-ashore = DDbox振り分け待ち。
gf-berth-box = DDboxの{ $number }。
gf-berth-sunk = 沈没。
gf-berth-cancelled = 建造中止。
gf-berth-left-out = 今回は使いません。
gf-berth-in-fleet = 第{ $number }艦隊。
gf-map-legend-kinds = 番号の右：B G は両軍の本拠地、b g は近接ヘクス（数字はVP）、x は禁止ヘクス。混み合うヘクスは VP の数字だけ（.5、2）。
gf-map-legend-stacks = その右：B3 はイギリスの裏向き3、1f は表向きの高速艦隊1、G2 はドイツの裏向き2。公開後は艦隊の数。
gf-map-legend-names = 名前は「盤面 ヘクス」で。
gf-place = { $hex }：{ $what }
gf-there-hidden = { $side } 裏向き{ $count }
gf-there-shown = { $side } 表向きの高速{ $count }
gf-there-fleets = { $side } { $count }個艦隊
gf-there-fast = { $side } 高速{ $count }個艦隊
gf-there-fought = 戦闘ずみ
gf-there-done = 迎撃移動ずみ
gf-kind-normal = 通常
gf-kind-near = { $side }の近接、{ $points }VP
gf-kind-home = { $side }の本拠地、{ $points }VP
gf-kind-forbidden = 禁止
gf-beside = 隣：{ $hexes }。
gf-battle = 決戦：攻勢側は{ $side }
gf-formation-of = { $side }の艦隊：{ $decision }。
gf-formation = { $side }の艦隊：
gf-fleet =
    { $shown ->
        [yes] 第{ $number }艦隊（高速、表向き）{ $count }隻：{ $ships }。
       *[no] { $speed ->
            [fast] 第{ $number }艦隊（高速）{ $count }隻：{ $ships }。
            [slow] 第{ $number }艦隊（低速）{ $count }隻：{ $ships }。
           *[normal] 第{ $number }艦隊、{ $count }隻：{ $ships }。
        }
    }
gf-to-place = { $side }の未配置：裏向き{ $hidden }、表向きの高速艦隊 { $shown }。
gf-fleet-at-sea =
    { $speed ->
        [fast] { $hex }：{ $side }第{ $number }艦隊（高速）{ $count }隻：{ $ships }。
        [slow] { $hex }：{ $side }第{ $number }艦隊（低速）{ $count }隻：{ $ships }。
       *[normal] { $hex }：{ $side }第{ $number }艦隊{ $count }隻：{ $ships }。
    }
gf-combat = { $hex }の戦闘、第{ $round }ラウンド。先に振るのは{ $first }。
gf-strength = { $side }：{ $fleets }個艦隊（高速{ $fast }、低速{ $slow }）、{ $ships }隻。艦隊と本拠地による修正{ $by }。
gf-handling =
    { $confused ->
        [yes] { $side }の目は{ $natural }：戦闘主導権数{ $number }、ただし混乱（過剰運動{ $excess }）。砲撃も状況決定もできません。
       *[no] { $half ->
            [yes] { $side }の目は{ $natural }：戦闘主導権数{ $number }（半砲撃、過剰運動{ $excess }、修正計{ $by }）。
           *[no] { $side }の目は{ $natural }：戦闘主導権数{ $number }（全砲撃、過剰運動{ $excess }、修正計{ $by }）。
        }
    }
gf-situation = 状況：{ $chosen }。
gf-range =
    { $range ->
        [long] 遠距離（全戦艦の砲撃値-{ $points }）
       *[close] 近距離（全戦艦の砲撃値+{ $points }）
    }
gf-goes-on = 戦闘の継続
gf-halved = { $side }は半砲撃
gf-restored = { $side }の半砲撃を取消
gf-points = 振り分ける砲撃数：イギリス{ $british }、ドイツ{ $german }。
gf-targets-of = { $side }の目標：{ $decision }。
gf-willing =
    { $willing ->
        [yes] { $side }は継続を望みます。
       *[no] { $side }は離脱を望みます。
    }
gf-brief-boxes = DDbox（1〜6は{ $limit }隻まで）{ $boxes }
gf-brief-fleets =
    { $lead ->
        [0] 艦隊ボックス：イギリス{ $british }隻（維持数{ $britishneeds }）、ドイツ{ $german }隻（維持数{ $germanneeds }）。VPは互角。
       *[other] 艦隊ボックス：イギリス{ $british }隻（維持数{ $britishneeds }）、ドイツ{ $german }隻（維持数{ $germanneeds }）。VPは{ $side }が{ $lead }優勢。
    }
gf-brief-left = 未配置：イギリス{ $british }、ドイツ{ $german }{ $shown ->
    [0] 。
   *[other] （f は表向き）。
}
gf-brief-sea = 海上：{ $hexes }
gf-brief-choices = 戦闘主導権数{ $own }対{ $theirs }：{ $choices ->
    [0] 状況は決定されません。
   *[other] { $choices }つ選べます。
}
gf-board-charts = 艦隊チャートは「盤面 イギリス」「盤面 ドイツ」で。
gf-brief-sealed = { $side }はもう決めました（秘密）。
gf-brief-type = { $type } { $count } 隻、砲撃 { $gunnery }、防御 { $defence }：{ $ships }
gf-warning = 注意：{ $what }
gf-warning-last-marker = 最後のマーカーです。置けば迎撃に移り、もう配置はできません。
gf-warning-second-pass = 敵はパスしました。続けてパスすれば、全マーカーが表になります。
gf-warning-break-off = 離脱すると、このヘクスの全艦隊が帰投し、この決戦ではもう戦いません。
gf-warning-transfer = サイの目と同じ数の艦（最大6隻）を必ず移すことになります。
gf-warning-refuse = 拒否の3点で敵のリードが7点以上になり、ターンの終わりに敵の勝ちとなります。
gf-warning-two-dice = 2個の偶奇が揃うと1点を失い、敵のリードが7点以上になってターンの終わりに敵の勝ちとなります。
gf-warning-transfer-short = 大きな目が出ると艦隊ボックスの艦が北海維持数を下回り、ターンの終わりに負けとなります。
gf-warning-ends-lost = 決戦のないままターンが終わり、ゲームも終わります。敵の勝ちです。
gf-warning-ends-drawn = 決戦のないままターンが終わり、ゲームも終わります。引き分けです。
gf-warning-outbreak = 無制限潜水艦戦は、始めれば最後まで続きます。
gf-recap-day = 第 { $day } ターン：
