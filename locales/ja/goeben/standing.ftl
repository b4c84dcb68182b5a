# 予約命令が答える問いの名前。
question-set-up = 初期配置
question-outfitting = 艦装
question-share = 配分
question-intelligence = 情報
question-choose = 妨害か突破
question-examine = 調べる場所
question-movement = 移動
question-evade = 潜水艦
question-ram = 体当たり
question-attend = 次のスペース
question-contact = 接触
question-break-off = 射撃か離脱か
question-lead = 指揮する国
question-retreat = 退避
question-fire = 射撃
question-bombard-fire = 沿岸への射撃
question-bombardment = 砲撃
question-reward = 特典
question-objective = 報告か続行か

# 予約命令の条件に使う数値。
gauge-day = 日
gauge-alert = 警戒
gauge-points = 勝利ポイント
gauge-leadership = 統率力
gauge-hull = 船体
gauge-engines = 機関
gauge-primary = 大口径砲
gauge-secondary = 中口径砲
gauge-tertiary = 小口径砲
gauge-ammunition = 弾薬
gauge-torpedoes = 魚雷
gauge-coal = 石炭
