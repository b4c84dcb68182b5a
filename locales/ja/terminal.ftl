# 端末の入口。
terminal-line-too-long = この行は{ $bytes }バイトあります。読むのは{ $most }バイトまでで、何も実行していません。
terminal-left = 卓はそのまま残ります。同じコマンドで、ちょうどここから続けられます。
terminal-rest-undone = ここから先は実行していません：{ $rest }
terminal-no-such-number =
    { $most ->
        [0] 番号の一覧がまだ出ていないので{ $number }番は選べません。「選択肢」か「選択肢 命令」で一覧を出せます。
       *[other] 直前の一覧に{ $number }番はありません（{ $most }番まで）。「選択肢」で一覧を出せます。
    }
terminal-close-sure = 閉じるとこの卓は終わり、記録はすべて公開されます。閉じるなら「はい」、続けるならそれ以外を打ってください。
terminal-close-kept = 卓は開いたままです。
terminal-verb-elsewhere = 「{ $verb }」は端末では使えません。
terminal-head = 記録の末尾 { $head }
terminal-verbs = 命令：{ $verbs }。「選択肢 命令」でその全候補、「ヘルプ 命令」で説明。
terminal-no-options = いまその形で出せる命令はありません。
terminal-options-more = ほか { $more } 件。「選択肢 { $verb } ゲーベン」のように語を足して絞り込めます。
terminal-no-such-verb = 「{ $verb }」という命令はありません。「ヘルプ」でいま出せる命令を見られます。
terminal-help-more = 「ヘルプ 命令」で説明、番号だけ打てば「選択肢」の一覧から選べます。「;」で区切れば一行に複数書けます。
terminal-opened = 卓{ $table }を開きました。
terminal-opened-practice = 練習卓{ $table }を開きました。ダイスの後でも命令を取り消せます。
terminal-resumed = 卓{ $table }、前回の続きからです。
terminal-resumed-practice = 練習卓{ $table }、前回の続きからです。
terminal-peeks = この卓ではすべてを見る操作が{ $count }回ありました。
terminal-how = 命令か、一覧の番号か、「ヘルプ」を打ってください。
terminal-stale = この間に卓で決定がありました。現在の状態は次のとおりです。
terminal-nothing-so-called = 「{ $what }」という艦も場所もありません。
terminal-closed = 卓{ $table }は閉じています。「記録」「ダイス」「盤面」は見られます。検証は「wardroom audit { $table }」。
terminal-over = ゲームは終わりました。
terminal-waiting = 他の席を待っています。
terminal-broken = 実行できず、記録にも残っていません：{ $why }
