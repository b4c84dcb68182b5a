# 予約命令が答える問いの名前。
question-stow = 収容
question-commitment = 投入
question-second-die = 二つめの投入のサイ
question-transfer = 転出
question-send = 転出する艦
question-outbreak = 潜水艦戦
question-dice = サイの個数
question-seek = 決戦の意志
question-answer = 決戦への返答
question-overflow = 艦の返還
question-formation = 艦隊編成
question-placement = マーカーの配置
question-interception = 迎撃移動
question-hex = 次のヘクス
question-manoeuvre = 運動
question-situation = 状況
question-gunnery = 砲撃
question-persistence = 戦闘の継続

# 予約命令の条件に使う数値。
gauge-turn = ターン
gauge-lead = リード
gauge-round = ラウンド
gauge-ships = 艦数
gauge-enemy-ships = 敵の艦数
gauge-losses = 喪失
gauge-enemy-losses = 敵の喪失
