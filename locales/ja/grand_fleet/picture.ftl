# 図：狭いところに書く短い言葉
gf-picture-title = グランドフリート1.2。{ $turn }、{ $period }、{ $step }。
gf-picture-turn = 第{ $turn }ターン／{ $last }
gf-picture-period = { $half ->
    [first] { $year }年前半
   *[second] { $year }年後半
  }
gf-picture-combat = { $hex }・ラウンド { $round }
gf-picture-attacks = { $side }が決戦を求む
gf-picture-lead = VP差 { $lead }
gf-picture-fleet-box = 艦隊ボックス
gf-picture-fleets-at-sea = 海上の艦隊
gf-picture-your-fleets = 自軍の艦隊
gf-picture-fleets-of = { $side ->
    [german] ドイツの艦隊
   *[british] イギリスの艦隊
  }
gf-picture-markers = 裏向きのマーカー
gf-picture-face-down = { $left ->
    [0] 裏向き{ $count }枚
   *[other] 裏向き{ $count }枚、未配置{ $left }枚
  }
gf-picture-box = ボックス{ $box }
gf-picture-due = 登場予定
# 図：ターンの段階
gf-picture-step-set-up = 準備
gf-picture-step-reinforcement = 増強
gf-picture-step-commitment = 復帰
gf-picture-step-transfer = 転出
gf-picture-step-submarine-war = 潜水艦戦
gf-picture-step-initiative = 主導権ダイス
gf-picture-step-declaration = 決戦の宣言
gf-picture-step-overflow = 艦隊ボックスの超過
gf-picture-step-formation = 艦隊編成
gf-picture-step-placement = 配置
gf-picture-step-interception = 迎撃
gf-picture-step-hex-choice = ヘクスの選択
gf-picture-step-manoeuvre = 機動
gf-picture-step-situation = 状況の選択
gf-picture-step-gunnery = 砲撃
gf-picture-step-persistence = 戦闘継続の判断
gf-picture-step-aftermath = 損傷艦の収容
gf-picture-step-over = 終了
# 図：印の意味
gf-picture-british = イギリス
gf-picture-german = ドイツ
gf-picture-face-down-sign = 裏向き
gf-picture-base = 本拠地
gf-picture-points-of-hex = VP（金は支配）
gf-picture-combat-sign = 交戦中
gf-picture-fought = 交戦済
gf-picture-moved = 移動
# 図：戦闘のカード
gf-picture-round = ラウンド { $round }
gf-picture-range-as-is = 距離そのまま
gf-picture-range-close = 近距離 +{ $points }
gf-picture-range-long = 遠距離 −{ $points }
gf-picture-points = { $points }（合計{ $sum }）
gf-picture-initiative = 戦闘主導権 { $number }
gf-picture-excess = 過剰運動 { $excess }
gf-picture-half-fire = 半砲撃
gf-picture-confusion = 混乱
gf-picture-halved = 半減
gf-picture-aimed = 目標決定済
gf-picture-fights-on = 継続を望む
gf-picture-breaks-off = 離脱を望む
gf-picture-gunnery = 砲力
gf-picture-to-hit = 防御
gf-picture-target = 目標
gf-picture-no-damage = 損害なし
gf-picture-boxed = 損傷
gf-picture-sunk = 沈没
# 言葉で言う図
gf-picture-leads = { $lead ->
    [0] 勝利点は同点。
   *[other] { $side }が勝利点{ $lead }のリード。
  }
gf-picture-attack-of = { $side }が攻勢側。
gf-picture-there = { $side }：{ $places }。
gf-picture-fought-at = { $hex }で戦闘、ラウンド{ $round }。
gf-picture-strength = { $side }：艦隊ボックスに{ $count }隻（{ $types }）。
gf-picture-moved-from = { $from }から{ $to }へ移動。
# 図：結末
gf-picture-by-turn = ターン
gf-picture-points-all = 合計VP
gf-picture-sunk-here = ここで沈没
