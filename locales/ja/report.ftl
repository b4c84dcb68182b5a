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
ending-check-how = 「wardroom audit { $table }」は、全{ $entries }件の記録、すべてのダイス、すべてのルールを計算し直します。ダイスは、卓を開いたときに決まった乱数のシードから出ます。命令で選ぶことも、データベースを持たない人が選ぶこともできません。「wardroom export { $table }」のファイルを渡せば、ほかの人も検証できます。
ending-check-open = 「wardroom audit { $table }」は、データベースのある場所で、全{ $entries }件の記録、すべてのダイス、すべてのルールを計算し直します。卓が開いている間、乱数のシードは公開されないので、ほかの人はダイスを検証できません。「閉卓」で卓を閉じると公開されます。
ending-check-practice = 練習用の卓なので、ダイスを見た後でも命令を取り消せました。
ending-check-holder = データベースを持つ人は、プレイ中にシードを読めます。これから出るダイスや、裏向きのものもわかります。記録を最初から書き直すこともできます。プレイ中に控えたヘッドと `--head` で照合してください。
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
