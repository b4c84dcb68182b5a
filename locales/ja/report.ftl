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

# 練習卓での助言。
lesson-part = レッスン { $part }／{ $parts }　{ $why }
lesson-end = レッスンはここまで。{ $why }
hint-none = ここで思いつく手はありません。
hint-nothing-asked = いま決めることがないので、ヒントはありません。
hint-practice-only = ヒントが出るのは練習用に開いた卓（--practice、または開くときに「練習」）だけです。この卓は練習卓ではありません。
