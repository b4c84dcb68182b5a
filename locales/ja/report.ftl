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
menu-example = 例：{ $typed }
odds-beside = { $sentence }（{ $odds }）
# 図に書く、決める人
decision-yours = あなた：{ $what }
decision-of-seats = { $seats }：{ $what }
# ゲームの終わりのページ
ending-share = 共有用
ending-share-result = { $game }・{ $result }
ending-check = 検証
ending-check-how = ダイスは誰にも曲げられない。「wardroom audit { $table }」が全{ $entries }件の記録とダイスとルールを計算し直す。「wardroom export { $table }」のファイルなら、知らない人にも検証できる。
ending-not-yet = ゲームはまだ終わっていません。
ending-points = 勝利ポイント
ending-losses = 沈没と損害
ending-luck = ダイスの運
ending-face-down = 伏せられていたもの
ending-history = 史実では
# ダイスの運
luck = { $whose }：{ $dice }個のうち6が{ $sixes }個（期待値{ $expected }）。

# 練習卓での助言。
lesson-part = レッスン { $part }／{ $parts }　{ $why }
lesson-end = レッスンはここまで。{ $why }
hint-none = ここで思いつく手はありません。
hint-nothing-asked = いま決めることがないので、ヒントはありません。
hint-practice-only = ヒントが出るのは練習用に開いた卓（開くときに「練習」を選んだ卓）だけです。この卓は練習卓ではありません。
