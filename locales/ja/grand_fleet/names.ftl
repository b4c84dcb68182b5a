# What the game, its seats and its sides are called.
game-grand_fleet = グランドフリート1.2
seat-british = イギリス
seat-german = ドイツ
log-seat-british = イギリス
log-seat-german = ドイツ
side-british = イギリス
side-german = ドイツ側
# このゲームを知らない人のために。
about-the-game = 一九一四年から一八年の北海。イギリスとドイツの艦隊が軍備を整え、編成を伏せ、同時に選択する、二人の対戦です。ゲームは最大九ターン。一ターンに数通。返信はいつでもかまいません。
