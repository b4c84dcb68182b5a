# 命令の見込み。
gf-odds-attack-against-one = 相手1個なら攻勢側
gf-odds-attacked-by-one = 迎撃側
gf-odds-attack-against-two = 相手2個なら攻勢側
gf-odds-attacked-by-two = 迎撃側
gf-odds-point-lost = 奇偶一致で1点を失う
gf-odds-confused = 混乱
gf-odds-chooses = 自軍が状況を選ぶ
gf-odds-enemy-chooses = 敵が状況を選ぶ
gf-odds-target-sunk = 目標ごとに撃沈
gf-odds-target-damaged = 損傷
gf-chance-fire = 自軍の砲撃
gf-chance-fire-by = 自軍の砲撃
