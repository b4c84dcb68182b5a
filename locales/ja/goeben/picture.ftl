# 図：狭いところに書く短い言葉
picture-title = ゲーベン、1914年。{ $today }。
picture-set-up = { $phase }（これから{ $days }日）
picture-day = { $day }日目（全{ $days }日）・{ $phase }
picture-only-day = { $day }/{ $days }日目
picture-sunk = 沈没
picture-hull = 船体
picture-coal = 石炭
picture-ammunition = 弾薬
picture-torpedoes = 魚雷
picture-speed = 速度
picture-cruise = 巡航
picture-maximum = 最大
picture-emergency = 緊急
picture-points = VP
picture-alert = アラート
picture-pool = プール
picture-markers = 枚
# 図：印の意味
picture-allied = 連合国
picture-neutral = 中立
picture-friendly = 友好
picture-zone = 哨戒区
picture-draws = 引くマーカー
picture-storm = 嵐
picture-base = 海軍基地
picture-face-down = 伏せたマーカー
picture-guns = 沿岸部隊
picture-collier = 給炭艦
picture-objective = 目標
picture-last-move = 前の移動
picture-mines = 機雷
picture-landed = 陸戦隊
picture-merchantman = 商船
# 図：戦闘のカード
picture-primary = 大口径
picture-secondary = 中口径
picture-tertiary = 小口径
picture-germany = ドイツ
picture-coast = 沿岸部隊
picture-armour = 装甲
picture-fires = 射撃
picture-damage = 損害
picture-withdrawn = 離脱
picture-speed-of = 速度{ $speed }
picture-gained = +{ $gained } −{ $lost } VP
picture-first = { $side ->
    [german] ドイツ先攻
   *[allied] 連合国先攻
  }
picture-night = 夜間
# 図：決めること（フェイズだけでは分からないもの）
picture-ask-share = 配分
picture-ask-choose = 妨害か突破か
picture-ask-examine = 調べる場所
picture-ask-evade = 回避
picture-ask-ram = 体当たり
picture-ask-contact = 接触
picture-ask-break-off = 射撃か離脱か
picture-ask-retreat = 退避
picture-ask-bombard-fire = 沿岸への射撃
picture-ask-fire = 射撃
picture-ask-attend = 次のスペース
picture-ask-lead = 指揮する国
picture-ask-reward = 特典
picture-ask-objective = 報告か続行か
# 言葉で言う図
picture-ship = { $ship }は{ $space }、船体{ $hull }、石炭{ $coal }、弾薬{ $ammunition }。
picture-ship-sunk = { $ship }は沈没。
picture-state = アラート{ $alert }/6、勝利ポイント{ $points }/{ $need }。
picture-way = { $ship }の航路は{ $spaces }。
picture-austrians = オーストリア＝ハンガリー艦：{ $places }。
picture-enemies = 敵艦：{ $places }。
picture-hidden = 伏せたマーカー：{ $places }。
picture-mined = 機雷：{ $places }。
picture-colliers = 給炭艦：{ $places }。
picture-objectives = 目標：{ $places }。
# 図：結末
picture-other-causes = その他
picture-by-day = 日ごとのポイント
