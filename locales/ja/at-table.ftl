# 席に着いたプレイヤーに、どの入口でも同じに伝えること。
table-peeks = この卓ではすべてを見る操作が{ $count }回ありました。
table-nothing-so-called = 盤面に「{ $what }」という名のものはありません。
table-over = ゲームは終わりました。
table-waiting = 待っている席：{ $seats }。
table-waiting-free = 待っている席：{ $seats }。まだ空いている席：{ $free }。
table-you-play = 自分の席：{ $seats }。
table-taken = ほかの人の席：{ $seats }。
request-take-back = { $seat }からの要望：{ $before }の前まで戻す。
request-take-back-orders = { $seat }からの要望：全員の最後の{ $orders }件の命令を取り消し、{ $before }の前まで戻す。
request-close = { $seat }からの提案：卓を閉じる。
request-publish = { $delay ->
    [0] { $seat }からの提案：卓をページで公開する。
   *[other] { $seat }からの提案：卓を記録{ $delay }件遅れのページで公開する。
}
request-publish-means = ページはリンクを知る人だけが見られます。終局後は、秘密だったことも含めて全体を示します。
request-time = { $seat }からの時間についての提案：{ $what }。
request-stop = { $seat }が時計を止めました。要望：時計を止めたままにする。
request-stop-refused = 時計がまた動きます。
request-master = { $seat }からの提案：{ $what }。
request-awaits = 返事待ち：{ $awaited }。
table-published = { $delay ->
    [0] 公開中。このリンクを知る人は、観戦者に見える範囲で卓を見られます： { $link } だれでも「公開停止」でやめられます。
   *[other] 公開中（記録{ $delay }件遅れ）。このリンクを知る人は、観戦者に見える範囲で卓を見られます： { $link } だれでも「公開停止」でやめられます。
}
table-published-elsewhere = 卓は公開されています。リンクを知る人は、観戦者に見える範囲で卓を見られます。だれでも「公開停止」でやめられます。
table-unpublished = 卓の公開をやめました。これまでのリンクは使えません。
table-no-pages = ここではページを公開できません。運営者が `wardroom serve` の設定に `[pages]` を加える必要があります。
undone = 取り消した命令：{ $orders }。
undone-many = { $first }から{ $last }まで、{ $count }件の命令を取り消しました。
table-ask-undo-none = { $orders ->
    [0] 最近の命令に、自分のものはありません。
   *[other] 最近の命令のうち、自分のものは{ $orders }件だけです。
}
table-nothing-to-answer = 返事を待っている要望はありません。
table-player-unnamed = プレイヤーの名前は文字を含み、{ $most }バイトまでです。
table-invite-none = 空席はありません。
table-players-sought = プレイヤーを募集中です。空いている席は募集一覧に載っています。
ready-waits = 全席が埋まり、全員の準備ができるとゲームが始まります。
ready-seats = 準備完了：{ $seats }。
ready-unready = 準備待ち：{ $seats }。
ready-begins = 準備完了を待つのは{ $at }までです。猶予も過ぎると、準備のできていないプレイヤーを待たずに始めます。加えていない運はダイスに入りません。
luck-too-long = 運は{ $most }字までです。
luck-no-hash = 「sha256:」のあとには16進数64桁を付けます。言葉のSHA-256をもう一度SHA-256にしたものです（「ヘルプ 運」）。
luck-needs-words = 「運」のあとに言葉を付けてください。言葉がないと、ここではサーバーが番号を作ることになり、自分の運になりません。
luck-promised = 運を約束しました。ほかの人が運を加えられなくなったら、同じ言葉を加えて示してください。
luck-of-words = この言葉がダイスに加わりました。残るのはハッシュだけです。終局後に確かめるなら、言葉を覚えておいてください。
luck-of-message = この操作の番号がダイスに加わりました。
luck-drawn = 手元のプログラムが引いた { $drawn } がダイスに加わりました。終局後に確かめるなら、控えておいてください。
trust-dice = { $format ->
    [1] ダイスはクラブのシードと記録全体で決まります（形式1）。
   *[other] ダイスはクラブのシードと命令で決まります（形式{ $format }）。
}
trust-dice-luck = ダイスはクラブのシード、命令、{ $seats }の運で決まります（形式{ $format }）。
trust-dice-no-luck = ダイスはクラブのシードと命令で決まります（形式{ $format }）。運を加えたプレイヤーはいません。
trust-promised = 約束されたまま示されていない運：{ $seats }。
trust-none = 運を加えていない席：{ $seats }。
trust-checkpoint = クラブの記録：チェックポイント { $checkpoint }。
trust-cosigned = 証人の連署：{ $count }件。
trust-lacks = この卓にないもの：{ $parts }。
trust-lacks-luck = プレイヤーの運
trust-lacks-witness = ダイスの証人
trust-lacks-checkpoint = クラブの記録のチェックポイント
trust-lacks-cosignature = チェックポイントへの連署
open-table = { $table }（{ $game }）：{ $seats }。{ $terms }{ $since }から募集中。
open-no-pace = ペースの取り決めなし。
open-none = プレイヤーを募集している卓はありません。
table-not-seated = 卓{ $table }に自分の席がありません。
table-no-seat-for-computer = コンピューターの席がありません。この卓では自分がすべての席に着きます。
no-such-opponent = 「{ $given }」というコンピューターはいません。midshipman（候補生）、lieutenant（大尉）、captain（艦長）のほか、captain:N（一つの決定ごとにN回試す艦長、1～{ $most }）があります。
table-seats-are = このゲームの席：{ $seats }。
table-no-seat-called = 「{ $what }」という席はありません。席：{ $seats }。
table-withdraw-none = 自分からの、または自分への席の申し出はありません。
table-seat-gone = この卓での席はもうありません。席の秘密を見られるのは新しいプレイヤーだけです。卓は続きます。
table-who = { $seat }：{ $what }
table-who-you = あなた
table-who-player = { $player }
table-computer =
    { $strength ->
        [midshipman] 候補生
        [lieutenant] 大尉
        [captain] 艦長
       *[other] { $strength }
    }{ $playouts }（コンピューター）
table-who-unknown = ほかのプレイヤー
table-who-free = 空席
table-who-asked = いまの番
table-who-offered = { $player }への申し出あり
table-who-offered-you = あなたへの申し出あり
table-unreached = 卓{ $table }の{ $seats }のプレイヤーにメールが届いていません。卓はその人を待っています。ほかの方法で連絡してみてください。
recap-since = 命令{ $order }（{ $at } UTC）から後：
recap-since-last = 命令{ $order }（{ $at } UTC）から後：
recap-none = まだ命令を出していません。
recap-more = （この前に { $count } 行：「経過」）
recap-day = { $day } 日目：
recap-no-day = { $day } 日目（ターン）はまだありません。
order-unconfirmed = この命令はまだ実行していません。それでもよければ：`{ $typed }`
