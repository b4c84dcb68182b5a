# `lab`：コンピューター同士の対戦と、その集計。
lab-heading = { $game }：{ $games }戦、シード{ $seed }、プレイヤー { $players }
lab-made = ルール第{ $rules }版、データパック { $pack }、wardroom { $version }、オプション：{ $options }
lab-as-seat = { $player }（{ $seat }）
lab-of-kind = { $player }、{ $kind }
lab-wins = { $who }：{ $games }戦{ $won }勝{ $drawn }分け、{ $share } %（{ $low }〜{ $high }）
lab-pair = { $player } 対 { $against }、{ $games }戦：{ $share } %（{ $low }〜{ $high }）、Elo差 { $elo }（{ $elo-low }〜{ $elo-high }）
lab-orders = 1戦あたりの命令数：{ $mean }（{ $least }〜{ $most }）
lab-turns = 最終ターン：{ $mean }（{ $least }〜{ $most }）
lab-ending = { $ending } { $games }
lab-endings = 終わり方：{ $endings }
lab-cause = { $cause } { $points }
lab-points = 1戦あたりの得点、{ $side }：{ $sum }（{ $causes }）
lab-points-of = 1戦あたりの得点、{ $side }（{ $player }）：{ $sum }（{ $causes }）
lab-intervals = 割合の後の括弧内は95 %信頼区間（ウィルソン法）です。引き分けは半勝として数えます。
lab-no-results = { $line }行目が結果ファイルの形式ではありません
lab-results-too-great = ファイルが { $mebibytes } MiBを超えています。結果には別のファイルを指定してください
lab-other-run = 別の条件で取った結果です：`{ $what }` がファイルでは { $found }、指定は { $asked }
