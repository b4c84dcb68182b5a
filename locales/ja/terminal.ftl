# 端末の入口。
terminal-line-too-long = この行は{ $bytes }バイトあります。読むのは{ $most }バイトまでで、何も実行していません。
terminal-left = 卓はそのまま残ります。同じコマンドで、ちょうどここから続けられます。
terminal-rest-undone = ここから先は実行していません: { $rest }
terminal-nothing-asked = いまはあなたの番ではありません。
terminal-no-such-number = 直前の一覧に{ $number }番はありません（{ $most }番まで）。「選択肢」で一覧を出せます。
terminal-close-sure = 閉じるとこの卓は終わり、記録はすべて公開されます。閉じるなら「はい」、続けるならそれ以外を打ってください。
terminal-close-kept = 卓は開いたままです。
terminal-verb-elsewhere = 「{ $verb }」は端末では使えません。
terminal-head = 記録の末尾 { $head }
terminal-verbs = 命令: { $verbs }。「選択肢 命令」でその全候補、「ヘルプ 命令」で説明。
terminal-no-options = いまその形で出せる命令はありません。
terminal-no-such-verb = 「{ $verb }」という命令はありません。「ヘルプ」でいま出せる命令を見られます。
terminal-help-more = 「ヘルプ 命令」で説明、番号だけ打てば「選択肢」の一覧から選べます。「;」で区切れば一行に複数書けます。
