standing-gauge-of = { $of }の{ $gauge }
standing-condition = { $is ->
    [below] { $gauge }が{ $number }未満
    [at-most] { $gauge }が{ $number }以下
    [exactly] { $gauge }が{ $number }
    [at-least] { $gauge }が{ $number }以上
   *[above] { $gauge }が{ $number }超
}
standing-and = 、かつ
standing-or = 、または
standing-answers = { $state ->
    [armed] { $name }：「{ $question }」を問われたら「{ $order }」。
   *[disarmed] { $name }（解除中）：「{ $question }」を問われたら「{ $order }」。
}
standing-answers-if = { $state ->
    [armed] { $name }：「{ $question }」を問われ、{ $conditions }なら「{ $order }」。
   *[disarmed] { $name }（解除中）：「{ $question }」を問われ、{ $conditions }なら「{ $order }」。
}
standing-passes = { $state ->
    [armed] { $name }：{ $until }まで、問われたことはすべてパスします。
   *[disarmed] { $name }（解除中）：{ $until }まで、問われたことはすべてパスします。
}
standing-plan = { $state ->
    [armed] 計画：このターンに{ $steps }。
   *[disarmed] 計画（解除中）：このターンに{ $steps }。
}
standing-plan-until = { $state ->
    [armed] 計画：このターンに{ $steps }。{ $until }まで。
   *[disarmed] 計画（解除中）：このターンに{ $steps }。{ $until }まで。
}
standing-plan-then = 、次に
standing-plan-asked = 「{ $question }」を問われたら「{ $order }」
standing-plan-steps = 計画は「次に」でつないだ1〜{ $most }個の命令です。これには{ $given }個あります。
standing-plan-never-asked = 「{ $order }」で答える問いは自分にはありません。答えになる命令：{ $verbs }。
standing-asked = 「{ $question }」を問われる
standing-none = この卓に予約命令はありません。
standing-vocabulary = 書き方：「予約命令 名前 問い 問いの名前 条件 条件の内容 命令 命令の内容」。問い：{ $questions }。条件に使える数値：{ $gauges }。
standing-when = 問いの{ $seconds }秒後に、サーバーが時間を見ている間に出ます。それまでは自分で答えられます。
standing-next = 次の問いから、問いの{ $seconds }秒後に、サーバーが時間を見ている間に出ます。
standing-when-up = 時間切れの{ $seconds }秒後に、サーバーが時間を見ている間に出ます。それまでは自分で答えられます。
standing-next-up = 次の問いから、時間切れの{ $seconds }秒後に、サーバーが時間を見ている間に出ます。
standing-next-or-up = 次の問いからは問いの{ $seconds }秒後に、今の問いには時間切れの{ $seconds }秒後に出ます。どちらもサーバーが時間を見ている間だけです。
standing-time-up = 時間切れ
standing-up-not-agreed = この卓では、時間切れのときに予約命令で答える取り決めがありません。期限のある卓なら「ペース 時間切れ 予約命令」で提案できます。または「時間切れ」の条件を外してください。
standing-done = { $done ->
    [armed] { $name }を有効にしました。
    [disarmed] { $name }を解除しました。
   *[dropped] { $name }を消しました。
}
standing-no-such = 「{ $name }」という予約命令はありません。あるもの：{ $names }。
standing-no-such-none = 「{ $name }」という予約命令はありません。この卓にはまだ一つもありません。
standing-too-many = 予約命令は一つの席に{ $most }個までです。「予約命令 削除 名前」で消せます。
standing-game-none = このゲームに予約命令はありません。
standing-over = ゲームは終わっています。予約命令が出ることはありません。
standing-no-name = 「{ $given }」は予約命令の名前になりません。半角の英小文字・数字・ハイフンの名前で始めてください。
standing-no-when = 「{ $name }」に問いがありません。「問い 問いの名前」、必要なら「条件 …」、そして「命令 …」と続けてください。
standing-no-question = 「{ $given }」を問われることはありません。問われること：{ $questions }。
standing-no-condition = 「{ $given }」は条件になりません。数値の名前と比べ方を書いてください：「{ $example }が2以上」。以下・未満・超も使えます。
standing-no-gauge = 「{ $given }」の数値はありません。使えるもの：{ $gauges }。
standing-which-of = どの{ $gauge }ですか。あるもの：{ $of }。
standing-never = 「{ $condition }」になることはありません。範囲は{ $least }から{ $most }です。
standing-contradiction = 同時には成り立ちません：{ $one }、{ $other }。
standing-no-order = 命令がありません。最後に「命令」と、普段入力するとおりの命令を書いてください。
standing-no-answer = 「{ $order }」は「{ $question }」の答えになりません。答えになる命令：{ $verbs }。
standing-illegal-now = いまその問いの番ですが、「{ $order }」は認められません：{ $why }
standing-no-until = いつまでですか。問いか条件を書いてください：「パス予約 問いの名前 まで」「パス予約 数値が4以上 まで」。使えるものは「予約命令」で示します。
standing-no-pass = いま問われている「{ $question }」はパスできません。先に答えてください。
standing-disarmed-illegal = 卓{ $table }：{ $name ->
    [plan] 計画が終わりました
   *[other] 予約命令「{ $name }」を解除しました
}。その場では認められない命令でした。
standing-disarmed-unconfirmed = 卓{ $table }：{ $name ->
    [plan] 計画が終わり、答えませんでした
   *[other] 予約命令「{ $name }」を解除し、答えませんでした
}。艦か目的地かゲームを失う命令でした。そのような命令は、末尾に「それでも」と書いてある時だけ出ます。
standing-disarmed-unforeseen = 卓{ $table }：{ $name ->
    [plan] 計画が終わりました
   *[other] 予約命令「{ $name }」を解除しました
}。想定していないことを問われました。
standing-disarmed-taken-back = 卓{ $table }：{ $name ->
    [plan] 計画が終わりました
   *[other] 予約命令「{ $name }」を解除しました
}。取り消しがありました。
standing-disarmed-over = 卓{ $table }：{ $name ->
    [plan] 計画が終わりました。指定したことが起きたか、ターンが終わりました。
   *[other] パス予約が終わりました。指定したことが起きました。
}
log-standing = { $seat }は予約命令「{ $name }」で答えます。
