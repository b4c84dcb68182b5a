# 卓そのものが断る場合。
refusal-key-reused = 同じIDの投稿にすでに答えていますが、内容が違います。
refusal-by-door = { $why }
refusal-no-such-seat = この卓に{ $seat }の席はありません。
refusal-not-the-owner = 卓を閉じられるのは、開いた人だけです。
refusal-not-your-seat = この卓の{ $seat }の席には着いていません。
refusal-order-too-long = 命令が長すぎます。上限は { $limit } バイトです。
refusal-read-only = この卓は一部だけの書き出しから来たもので、読むことしかできません。
refusal-seat-taken = { $seat }の席はふさがっています。
refusal-rules-newer = この卓はルール第 { $theirs } 版で進行していますが、このプログラムにあるのは第 { $ours } 版までです。
refusal-table-closed = この卓は閉じています。
refusal-seat-reserved = { $seat }の席は別のプレイヤーのために取ってあります。
refusal-no-such-offer = { $seat }の席について、自分への申し出も、自分からの申し出もありません。
refusal-nobody-to-ask = この卓には、同意を求める相手がいません。
refusal-request-pending = まだ返事を待っている件があります（記録 { $entry }）。
refusal-no-such-request = 記録{ $entry }番の件はもうありません。
refusal-answered-already = すでに同意しています（記録 { $entry }）。
refusal-no-order-there = 記録{ $entry }番は、その前に戻れる命令ではありません。
refusal-close-needs-agreement = この卓には他のプレイヤーもいます。閉じるには全員の同意が要ります。
refusal-published-already = 卓はすでに公開されています（記録{ $entry }番）。条件を変えるには、まず「公開停止」。
refusal-not-published = 卓は公開されていません。
refusal-players-sought = この卓はすでにプレイヤーを募集しています。
refusal-players-not-sought = この卓はプレイヤーを募集していません。
refusal-no-free-seat = 空席はありません。
refusal-free-seat-kept = 空席の{ $seat }はほかの人のために取ってあり、募集に出せる席がありません。先に申し出を取り下げてください。
refusal-offered-already = { $seat }の席はすでにその人のために取ってあります。
refusal-ready-alone = このゲームの席は一つです。準備を待つ相手がいません。
refusal-no-ready-check = この卓は準備確認なしで開かれました。ゲームは始まっています。
refusal-play-began = ゲームは始まっています。
refusal-ready-already = すでに準備完了と知らせています。
refusal-not-ready-yet = まだ準備完了と知らせていません。
refusal-not-all-ready = ゲームはまだ始まっていません。全席が埋まり、全員の準備ができるのを待っています。
refusal-no-entropy-asked = この卓のダイスには、プレイヤーの運を加えられません。「dice=players」で開いた卓なら加えられます。
refusal-entropy-given = この席の運はすでに加わっていて、変えられません。「準備完了」と知らせてください。
refusal-entropy-closed = 約束された運がすでに示されたため、もう加えられません。準備完了を知らせることはできます。
refusal-entropy-not-promised = 約束した言葉と違います。二度かけたSHA-256が一致しません。
refusal-entropy-too-early = 全席が埋まり、ほかの全員が運を加えるか、約束するか、準備を終えるまで待ってください。先に示すと、相手がそれを見て自分の運を選べます。
refusal-rematch-not-over = 再戦は、ゲームが終わってから頼めます。
refusal-rematch-not-yours = 再戦を頼めるのは、この卓に着いていた人だけです。
refusal-delay-too-long = 遅らせるのは記録{ $most }件までです。
refusal-game-is-over = ゲームは終わっています。
refusal-nothing-to-take-back =
    { $possible ->
        [0] 取り消せる命令はありません。
       *[other] 取り消せるのは { $possible } 件までです。それより前に命令はありません。
    }
refusal-take-back-past-roll =
    { $possible ->
        [0] 取り消せません。そのあとダイスを振っています（記録 { $entry }）。
       *[other] 取り消せるのは { $possible } 件までです。その前にダイスを振っています（記録 { $entry }）。
    }
refusal-take-back-past-reveal =
    { $possible ->
        [0] 取り消せません。そのあと伏せてあったものが公開されています（記録 { $entry }）。
       *[other] 取り消せるのは { $possible } 件までです。その前に伏せてあったものが公開されています（記録 { $entry }）。
    }
refusal-take-back-needs-consent =
    { $possible ->
        [0] 一人では取り消せません。そのあと他のプレイヤーが命令を出しています（記録 { $entry }）。
       *[other] 一人で取り消せるのは { $possible } 件までです。その前は他のプレイヤーの命令です（記録 { $entry }）。
    }
table-unreadable = 卓 { $table } を今は読めません。失われたものはありません。運営者の記録に理由があります。
