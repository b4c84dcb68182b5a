# 卓の時間：取り決め、休止、不在、期限。
time-pace = 決定の期限：{ $pace }
time-paces = 決定の期限：{ $big }、小さな決定は{ $small }
time-weekends-off = 土曜と日曜は数えない（{ $zone }）
time-grace = { $hours ->
    [0] 期限後の猶予なし
   *[other] 期限後の猶予{ $hours }時間
}
time-overdue-wait = 時間切れになったら全員に知らせて待ち続ける
time-overdue-claim = 時間切れになったら、ほかのプレイヤーが投票で勝ちを宣言できる
time-overdue-substitute = 時間切れになったら、別のプレイヤーがその席に着ける
time-overdue-computer = 時間切れになったら、元のプレイヤーが席に戻るまでコンピューター（{ $strength ->
    [captain] 艦長
    [midshipman] 候補生
   *[lieutenant] 大尉
}）が代わりにプレイする
time-overdue-stand-in = 時間切れになったら、その席は代行順で次のプレイヤーに移る
time-overdue-standing-orders = 時間切れになったら、そのプレイヤー自身の予約命令で答え、答えるものがなければ待ち続ける
time-absence = { $days ->
    [0] 不在の届け出なし
   *[other] 不在は一人につき年{ $days }日まで
}
time-stops = { $stops ->
    [0] 緊急停止はなし
   *[other] 緊急停止は一人{ $stops }回まで
}
time-pause = 全員が再開に同意するまで休止（長くても90日）
time-pause-until = { $until }まで休止
time-resume = 時計を再び動かす
time-claim = 時間切れの{ $seat }に対する勝ちの宣言
time-silence = { $what }（{ $hours }時間たっても反対がなければ、もう一度求めるだけで決まります）
time-agreed = 時間の取り決め：{ $terms }。
time-no-pace = 時間の取り決めはありません。どの決定にも期限がありません。
time-stands = 時計は{ $until }まで止まっています。プレイヤーが同意すれば、その前に再開できます。
time-stopped = プレイヤーの一人が時計を止めました。ほかのプレイヤーが答えなければ、{ $until }まで止まります。
time-waits = { $seat }：{ $since }から決定待ち。
time-waits-due = { $seat }：{ $since }から決定待ち、期限は{ $due }。
time-waits-up = { $seat }：{ $since }から決定待ち。期限は{ $due }で、時間切れです。
time-away-booked = { $seats }：{ $from }から{ $until }まで不在の予定。その間、このプレイヤーの時計は止まります。
time-away = { $seats }：{ $from }から{ $until }まで不在。その間、このプレイヤーの時計は止まります。
time-due = { $overdue ->
    [claim] 期限は{ $due }。{ $up }までに決定がなければ、ほかのプレイヤーが投票で勝ちを宣言できます。
    [substitute] 期限は{ $due }。{ $up }までに決定がなければ、別のプレイヤーがこの席に着けます。
    [computer] 期限は{ $due }。{ $up }までに決定がなければ、コンピューター（{ $strength ->
        [captain] 艦長
        [midshipman] 候補生
       *[lieutenant] 大尉
    }）が代わりにプレイします。席にはいつでも戻れます。
    [stand-in] 期限は{ $due }。{ $up }までに決定がなければ、この席は代行順で次のプレイヤーに移ります。
    [standing-orders] 期限は{ $due }。{ $up }までに決定がなければ、自分の予約命令（時間切れ用のものも）で答えます。答えるものがなければ待ち続けます。
   *[wait] 期限は{ $due }。{ $up }までに決定がなければ、全員に知らせて待ち続けます。
}
time-up = { $overdue ->
    [claim] { $up }に時間切れになりました。まだ決定できますが、それまでは、ほかのプレイヤーが投票で勝ちを宣言できます。
    [substitute] { $up }に時間切れになりました。まだ決定できますが、それまでは、別のプレイヤーがこの席に着けます。
    [computer] { $up }に時間切れになりました。代わりのコンピューターがほかにいないので、引き続き決定を待っています。
    [stand-in] { $up }に時間切れになりました。席を引き継ぐプレイヤーがほかにいないので、引き続き決定を待っています。
    [standing-orders] { $up }に時間切れになりました。この席の予約命令は答えていないので、引き続き決定を待っています。
   *[wait] { $up }に時間切れになりました。全員に知らせてあり、引き続き決定を待っています。
}
time-extended = サーバーがしばらく時間を計っていなかったか、時計が遅れていたため、記録上の期限より延びています。
time-due-extended = { $due }{ $why }
time-extended-own = 卓{ $table }：期限を{ $until }まで延ばしました。サーバーがしばらく時間を計っていなかったか、時計が遅れていたためです。
time-extended-other = 卓{ $table }：{ $seat }の期限を{ $until }まで延ばしました。サーバーがしばらく時間を計っていなかったか、時計が遅れていたためです。
time-first-due = いま求められた決定の締切は{ $due }になります。
time-first-due-both = いま求められた大きな決定の締切は{ $big }、小さな決定の締切は{ $small }になります。
time-first-due-small = いま求められた小さな決定の締切は{ $small }になります。
time-first-due-paused = 時計は遅くとも{ $until }まで止まっています。「時計再開」で早く動き出します。
time-read-until = { $until }まで。
time-read-from = { $from }から{ $until }まで。
time-read-by = 日時は{ $zone }の時刻として読みます。
time-read-by-utc = 時間帯が設定されていないので、日時は協定世界時（UTC）として読みます。
time-away-when = いつからいつまでですか。「12月24日まで」「12月20日から12月24日 18:00」「3日」のように書いてください。
time-away-span = { $from }から{ $until }まで
time-away-runs = { $from }から{ $until }まで不在です。「不在終了」で今すぐ終わります。後の日に戻るときは、終わらせてから残りを「不在届 12月5日まで」のように届け出てください。何も実行していません。
time-away-which = どの不在を終えますか。届け出た不在は複数あります：{ $spans }。終える不在に含まれる日を「不在終了 12月24日」のように書いてください。
time-away-ended = { $from }から{ $until }までの不在を終えました。
time-away-joined = 前に届け出た分と合わせて、{ $from }から{ $until }までの一つの不在になりました。
time-ahead = この卓の最後の記録は{ $last }で、時計より先の時刻です。運営者が直すまで、時間切れは起こりません。
time-claim-none = ほかに時間切れのプレイヤーはいません。
time-claim-which = どの席ですか。時間切れの席がいくつもあります：{ $seats }。
setting-zone = 設定した時間帯では、いま{ $now }です。
setting-reminders = 決定のリマインダー：{ $steps }。時刻は、いま質問が届いた場合のものです。
setting-reminders-none = リマインダーは届きません。
setting-reminders-digest = 決定のリマインダー：{ $steps }。急がないものは{ $time }（{ $zone }）に一通にまとめて届きます。時刻は、いま質問が届いた場合のものです。
reminder-after = 質問の{ $hours }後
reminder-before = 締切の{ $hours }前
reminder-at = { $step }：{ $at }
setting-quiet = 次の時間にはリマインダーを送りません：{ $hours }。次のおやすみ時間は{ $from }から{ $until }までです。
setting-quiet-none = おやすみ時間はありません。リマインダーはいつでも届きます。
calendar-link = 自分のカレンダーです。リンクで購読できるカレンダーアプリなら、どれでも使えます：{ $link }
    自分の番の卓と、その期限だけが載ります。リンクを知る人は誰でも読めます。「カレンダー 新規」で作り直し、「カレンダー オフ」でやめます。
calendar-anew = カレンダーのリンクを新しくしました。前のリンクはもう使えません：{ $link }
calendar-off = カレンダーはありません。どのリンクも使えません。
calendar-misread = 「{ $given }」はカレンダーについての指示として読み取れません。リンクを見るなら「カレンダー」、作り直すなら「カレンダー 新規」、やめるなら「カレンダー オフ」と書いてください。
calendar-no-pages = ここではカレンダーを公開していません。クラブの運営者が{ "`" }wardroom serve{ "`" }に{ "`" }[pages]{ "`" }を設定する必要があります。
calendar-turn = あなたの番（{ $table }）
time-line-due = { $line }、期限は{ $due }
time-moment = { $time }（{ $zone }）
time-utc = { $time }（UTC）
log-time-proposed = { $seat }からの時間についての提案：{ $what }。他のプレイヤーの同意を待ちます。
log-time-changed = この卓の時間：{ $what }。
log-time-stopped = { $seat }が時計を止めました。未回答の要望があれば失効します。他のプレイヤーに、このまま止めておくかを尋ねています。誰かが断れば直ちに、全員が同意しなければ三日後に、また動き出します。
log-time-expired = { $seat }の時間が切れました。決定の期限は{ $deadline }でした。
log-absence-booked = { $seat }は{ $from }から{ $until }まで不在です。その間、このプレイヤーの時計は止まります。
log-absence-ended = { $seat }が戻りました。または不在の予定を取り消しました。
log-law-changed = ここから、時間はこのプログラムの時間規則の第{ $law }版で数えます。
log-deadline-moved = 時間帯の規則が変わりました。{ $seat }の締切は{ $deadline }です。
log-clock-set = 記録の時刻が時計より先に進んでいたため、直しました。どの決定も、ここから持ち時間の全部を使えます。
log-claim-proposed = { $seat }が、時間切れの{ $against }に対して勝ちを宣言しました。他のプレイヤーの同意を待ちます。
closing-claimed = 時間切れによる勝ちの宣言
refusal-no-stand-in = この卓には席の代行順がないので、「時間切れ 代行」は使えません。「時間切れ 待つ」「時間切れ 宣言」「時間切れ 交代」「時間切れ 予約命令」「時間切れ コンピューター」のどれかを書いてください。
refusal-terms-as-they-are = すでにそのように取り決めてあります。
refusal-terms-never-due = それでは期限がいつまでも来ません：{ $pace }
refusal-paused-already = 時計はすでに止まっています。
refusal-not-paused = 時計は止まっていません。
refusal-time-is-past = その時刻は過ぎています。
refusal-time-too-far = 先すぎます。{ $days }日先までです。
refusal-absence-too-long = 長すぎます。この卓の不在は年に{ $days }日までで、{ $year }年はそれを{ $over }日超えます。
refusal-not-away = 不在ではなく、不在の届け出もありません。
refusal-absence-booked = その期間はすでに届け出ています：{ $from }から{ $until }まで。
refusal-no-stops-left = { $most ->
    [0] この卓では、一人で時計を止めない取り決めです。「休止」で休止を提案してください。
   *[other] 緊急停止は残っていません（取り決めは1ゲームに{ $most }回）。「休止」で休止を提案してください。
}
refusal-stop-too-soon = 前回の緊急停止はほかのプレイヤーに断られました。次に止められるのは{ $next }からで、残りは{ $left }回です。それまでは「休止」で休止を提案してください。
clock-off = このコンピューターの時計は{ $ours }、保存先の時計は{ $theirs }で、差が大きすぎます。何も実行していません。時計を合わせてから、もう一度入力してください。
clock-jumped = このコンピューターの時計は{ $ours }ですが、そのまま進めば{ $theirs }のはずです。プログラムの動作中に時計が変更されました。何も実行していません。時計を合わせるか、10分たってからもう一度入力してください。
refusal-law-newer = この卓の時間は時間規則の第{ $theirs }版で数えますが、このプログラムにあるのは第{ $ours }版までです。何も実行していません。新しいプログラムで続けてください。
refusal-not-ahead = この卓の記録は時計より先に進んでいません。最後の記録は{ $last }です。直す必要はありません。
refusal-claim-not-agreed = この卓では、勝ちの宣言は取り決められていません。
refusal-time-not-up = { $seat }の時間はまだ切れていません。
refusal-claimed-from-you = この席に対して勝ちが宣言され、ほかのプレイヤーに尋ねています。命令を出せば宣言はなくなります。
