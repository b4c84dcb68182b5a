# 二つの入口にいる一人のプレイヤー。
link-side-mail = メールの{ $name }さん（{ $address }）
link-side-discord = Discordの{ $name }さん（ユーザー{ $address }）
link-would = { $one }と{ $other }を一人のプレイヤーにまとめます。両方の席を持ち、名前と言語は{ $one }のものになります。
link-done = { $one }と{ $other }は一人のプレイヤーになりました。両方の宛先に知らせます。7日以内なら、どちらからでも元に戻せます。
link-would-part = { $one }と{ $other }を二人のプレイヤーに戻します。席は、着いた方のものに戻ります。まとめたあとに着いた席は{ $one }のものになります。
link-parted = { $one }と{ $other }は二人のプレイヤーに戻りました。両方の宛先に知らせます。
link-no-such-code = この24時間にそのコードを受け取った人はいません。コードは、もう一方の入口の「連携」（link）で出ます。
link-too-often = 今日はもう{ $most }回コードを試しました。明日もう一度お試しください。
link-same-door = そのコードでは二つの入口をまとめられません。この入口のコードか、どちらかがすでに両方の入口を使っています。
link-both-at-table = お二人とも、複数の席がある卓{ $table }（まだ開いています）に席があるか、席があったか、席の申し出を受けています。閉卓のあとならまとめられます。
link-not-linked = この入口だけでプレイしています。
link-too-late = まとめてから{ $days }日を過ぎているので、元には戻せません。
link-notice-linked = { $other }と合わせて一人のプレイヤーになりました。どちらの入口からでも、両方の席をプレイできます。心当たりがなければ、{ $days }日以内に元に戻してください：{ $undo }
link-notice-undone = { $other }とは別のプレイヤーに戻りました。
link-notices-which = 知らせ先を書いてください：「メール」「ディスコード」「両方」。
link-notices-set = これからはそこで出来事を知らせます。
link-answered-elsewhere = 別の入口からすでに答えています：{ $order }
