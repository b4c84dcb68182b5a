# What the game, its seats and its sides are called.
game-grand_fleet = グランドフリート1.2
seat-british = イギリス
seat-german = ドイツ
ledger-seat-british = イギリス
ledger-seat-german = ドイツ
side-british = イギリス
side-german = ドイツ側
