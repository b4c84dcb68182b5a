# 公開された卓のページ。ブラウザで見る観戦者のためのもの。
spectators-language = 日本語
spectators-languages = 言語
paper-operator = このサーバーの運営者
paper-contact = このサーバーを運営する人
spectators-to-board = 局面へ
spectators-standing = いまの状況
spectators-seat = { $seat }：着席
spectators-seat-asked = { $seat }：考慮中
spectators-seat-free = { $seat }：空席
spectators-practice = 練習用の卓です。ダイスのあとでも命令を取り消せます。
spectators-delayed = プレイヤーの取り決めで、このページは記録{ $delay }件分遅れています。
spectators-written = 最後に示した記録：
spectators-latest = 最新へ戻る
spectators-reload = 読み込み直す
spectators-one-file = ゲーム全体を一つのファイルで：一手ずつたどり、すべてのダイスをブラウザで検証できます。できるまで一分ほどかかることがあります。
spectators-picture = 観戦者に見える範囲を描いたもの。同じ内容の文章は下にあります。画像を開くと原寸になります。
spectators-picture-earlier = この戦いの最後の地図（記録{ $entry }の後）。いまは地図に何もありません。
spectators-days = 日ごと：
spectators-day = { $day ->
    [0] 準備
   *[other] { $day }
}
spectators-day-of-part = 第{ $part }{ $name }：{ $day ->
    [0] 準備
   *[other] { $day }
}
spectators-report = この日の出来事
spectators-report-none = 観戦者に見えるものはありません。
spectators-board = 局面（文章）
spectators-dice = ダイス
spectators-dice-shown = これまでのすべての出目と、目の分布
spectators-head = ここまでの記録のヘッド：
spectators-how = { $closed ->
    [yes] このリンクを知る人は、観戦者だれにも見えた範囲を見られ、上のファイルでゲームの全体を見られます。公開はどのプレイヤーもいつでもやめられます。
   *[no] このリンクを知る人は、観戦者だれにも見える範囲だけを見られます。プレイヤーだけが知ることは出ません。公開はどのプレイヤーもいつでもやめられます。
}
spectators-none = ここにページはありません。リンクは、その卓のプレイヤーが公開している間だけ使えます。
spectators-only-shown = このページは閲覧専用です。
spectators-too-much = いまはアクセスが多すぎます。一分ほどしてからもう一度どうぞ。
spectators-trouble = いまは表示できません。後でもう一度お試しください。
