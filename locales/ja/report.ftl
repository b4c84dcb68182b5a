# どのゲームの報告にも使う語句
list-empty = なし
share = { $bin } { $points }
sorted = { $bin }：{ $things }
way = { $to }（{ $way } 経由）
prompt-other = あなたの番です（ルール { $rule }）。
choice-line = { $number }. { $typed } － { $sentence }
list-separator = { "、" }
list-separator-strong = { "；" }
named-word = { $name }（{ $word }）
menu-words = { $usage }：{ $words }
menu-many = { $usage }：{ $count } 通り。一覧は「選択肢 { $verb }」

# 命令の見込み。
odds-outcome = { $what } { $percent }％
odds-beside = { $sentence }（{ $odds }）
# 図に書く、決める人
decision-yours = あなた：{ $what }
decision-of-seats = { $seats }：{ $what }
