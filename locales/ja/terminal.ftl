# 端末の入口。
terminal-line-too-long = この行は{ $bytes }バイトあります。上限は{ $most }バイトです。何も実行していません。
terminal-working = ゲームを何度もプレイし直して計算しています。Enterキーで止めると、そこまでの結果が出ます。
terminal-worked = { $percent } %計算しました。Enterキーで止められます。
terminal-left = 卓は保存されています。続けるには `wardroom play { $table }` と入力します。
terminal-rest-undone = ここから先は実行していません：{ $rest }
terminal-line-unended = 入力が最後の行の途中で終わったので、その行は実行していません：{ $line }
terminal-number-old = { $number }番を打ったあとで一覧が変わりました。何も選んでいません。今の一覧から選ぶか、「選択肢」で一覧を出してください。
terminal-no-such-number =
    { $most ->
        [0] 番号の一覧がまだ出ていないので{ $number }番は選べません。「選択肢」か「選択肢 命令」で一覧を出せます。
       *[other] 直前の一覧に{ $number }番はありません（{ $most }番まで）。「選択肢」で一覧を出せます。
    }
terminal-close-sure = 閉じるとこの卓は終わり、記録はすべて公開されます。閉じるなら「はい」、続けるならそれ以外を入力してください。
terminal-close-kept = 卓は開いたままです。
terminal-head = 記録のヘッド { $head }
terminal-verbs = 命令：{ $verbs }。「選択肢 命令」でその全候補、「ヘルプ 命令」で説明。
terminal-no-options = いまその形で出せる命令はありません。
terminal-options-more = ほか { $more } 件。「選択肢 { $verb } { $word }」のように語を足して絞り込めます。
terminal-no-such-verb = 「{ $verb }」という命令はありません。「ヘルプ」でいま出せる命令を見られます。
terminal-help-group = { $group }：{ $verbs }
terminal-help-more = 「ヘルプ 命令」で命令の、「ヘルプ 用語」でゲームの用語の説明、番号だけ打てば「選択肢」の一覧から選べます。「;」で区切れば一行に複数書けます。
terminal-opened = 卓{ $table }を開きました。
terminal-opened-practice = 練習卓{ $table }を開きました。ダイスの後でも命令を取り消せます。
terminal-resumed = 卓{ $table }、前回の続きからです。
terminal-resumed-practice = 練習卓{ $table }、前回の続きからです。
terminal-joined = 卓{ $table }の席に着きました。
terminal-joined-practice = 練習卓{ $table }の席に着きました。
terminal-how = 命令か、一覧の番号か、「ヘルプ」を入力してください。
terminal-stale = この間に卓で決定がありました。現在の状態は次のとおりです。
terminal-browser = 「ブラウザー」
terminal-closed = 卓{ $table }は閉じています。「記録」「ダイス」「盤面」は見られます。検証は「wardroom audit { $table }」。
terminal-try = 次を打ってみてください：`{ $typed }`
terminal-try-undo = 次を打ってみてください：`取り消し`
terminal-waited = 指定した時間内に、自分の番は来ませんでした。
terminal-free = 空席：{ $seat }。加わるには別の端末で：{ $command }（同じ利用者の端末なら --player 名前 を付けます）。
terminal-ready = 準備ができたら「準備完了」と入力してください。取り消しは「準備取消」。
terminal-rematch = { $own ->
    [0] 再戦の卓は{ $table }です。そこに自分の席は取ってありません。
   *[other] 再戦の卓は{ $table }、自分の席は{ $seats }です。ほかの人の席も取ってあります。始めるには：{ $command }
}
terminal-secrets = この席の秘密はほかの誰にも見えません。「待つ」で自分の番まで待ちます。`--lang en` は英語。
terminal-secrets-in-turn = この端末で交代でプレイします。どの席も自分の秘密だけを見ます。
terminal-part = Enter を押すと画面を消して次の席に替わります：{ $seat }。
terminal-hand-over = 端末を次のプレイヤーに渡してください：{ $seat }。用意ができたら Enter を押します。
terminal-seat-turn = ──── { $seat } ────
terminal-question = { $seat }：{ $question }
terminal-board-more = 盤面のすべては「盤面」、地図は「盤面 地図」。
terminal-broken = 実行できず、記録にも残っていません：{ $why }
terminal-broken-further = 最後までは実行できませんでした。記録に残った分は上のとおりです：{ $why }
terminal-broken-unknown = 実行されたかどうかは分かりません。卓が読めるようになれば「記録」で確かめられます：{ $why }
terminal-unread = いまは卓を読めません。自動で再試行します。記録は失われません：{ $why }
terminal-not-now = いまはできません。{ $why }
