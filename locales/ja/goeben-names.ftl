# ルールが定め、データで変わらない名前
track-leadership = 統率力
track-hull = 船体
track-engines = 機関
track-primary = 大口径砲
track-secondary = 中口径砲
track-tertiary = 小口径砲
track-ammunition = 弾薬
track-torpedoes = 魚雷
track-coal = 石炭
