# ゲーム以外の卓の記録と、ダイスのページ。
log-opened = 卓を開きました：{ $game }
log-opened-practice = 練習卓を開きました：{ $game }。ダイスの後でも命令を取り消せます。
log-seat-taken = { $seat }の席に着きました。
log-seat-offered = { $seat }の席をあるプレイヤーに申し出ました。
log-offer-withdrawn = { $seat }の席の申し出はなくなりました。
log-take-back-asked = { $seat }からの要望：前の状態に戻す。他のプレイヤーの同意を待ちます。
log-take-back-asked-before = { $seat }からの要望：{ $before }の前まで戻す。他のプレイヤーの同意を待ちます。
order-of = 「{ $order }」（{ $seat }）
order-of-seat = { $seat }の命令
order-sealed = 非公開の命令
order-sealed-of = 非公開の命令（{ $seat }）
log-close-proposed = { $seat }からの提案：卓を閉じる。他のプレイヤーの同意を待ちます。
log-publish-proposed = { $delay ->
    [0] { $seat }からの提案：卓を公開する。リンクを知る人は、観戦者に見える範囲でこの卓をページで見られるようになります。他のプレイヤーの同意を待ちます。
   *[other] { $seat }からの提案：卓を公開する。リンクを知る人は、観戦者に見える範囲でこの卓を、記録{ $delay }件遅れのページで見られるようになります。他のプレイヤーの同意を待ちます。
}
log-published = { $delay ->
    [0] 卓を公開しました。リンクを知る人は、観戦者に見える範囲でこの卓をページで見られます。
   *[other] 卓を公開しました。リンクを知る人は、観戦者に見える範囲でこの卓を、記録{ $delay }件遅れのページで見られます。
}
log-unpublished = { $seat }が卓の公開をやめました。これまでのリンクは使えません。
log-players-sought = { $seat }がプレイヤーの募集を始めました。空席は募集一覧に載り、だれでも着けます。
log-players-not-sought = { $seat }がプレイヤーの募集をやめました。
log-ready-asked = 全席が埋まり、全員の準備ができるとゲームが始まります。
log-ready = { $seat }の準備ができました。
log-not-ready = { $seat }が準備完了を取り消しました。
log-wait-ended = 準備完了を待つ時間が切れました。準備のできていないプレイヤーを待たずにゲームを始めます。運を加えなかった席の運は、ダイスに入りません。
log-play-began = ゲーム開始です。
log-entropy-asked = 全員の準備ができるまで、最初のダイスは振られません。それまでは、各プレイヤーが自分の運をダイスに加えられます。
log-entropy-promised = { $seat }が運をハッシュで約束しました。
log-entropy-given = { $seat }がダイスに運を加えました。
log-agreed = { $seat }が要望に同意しました。
log-refused = { $seat }が要望を断り、その件はなくなりました。
log-resigned = { $seat }が投了しました。
log-taken-back = 取り消し：記録{ $to }番の直後の状態に戻りました。その間の記録は取り消し済みとして残ります。
log-unsealed = 封じられていた記録{ $count }件を公開しました。
log-closed = 卓を閉じました：{ $why }
closing-abandoned = 途中で終了
closing-agreed = 合意により終了
closing-resigned = 投了
closing-manager = サーバーの管理者が終了
closing-over = 終局
log-seed = 乱数のシードを公開しました。「audit」や自作の検証器で、すべてのダイスを計算し直せます。
log-rules-changed = この後は、このプログラムのルール第 { $to } 版で進行します（これまでは第 { $from } 版）。
log-restored = バックアップに戻されました。ここから { $head } までの記録は失われ、その前から続けます。
log-peeked = すべてを見る操作がありました（{ $what }）。
dice-row = { $seq }: { $text }
dice-none = まだダイスは振られていません。
dice-all = 全ダイス
dice-both = 両軍
dice-tally = { $purpose }、{ $side }：n = { $n }、1から6の出目：{ $counts }、期待値は各{ $expected }、カイ二乗 { $chi }、p = { $p }
dice-tally-few = { $purpose }、{ $side }：n = { $n }、1から6の出目：{ $counts }、期待値は各{ $expected }、検定には少なすぎます（{ $enough }未満）
side-table = 卓
replay-place = 記録{ $of }件中の{ $at }番。
replay-no-such = 記録{ $at }番はありません。{ $of }番までです。
replay-no-such-part = この卓に第 { $part } { $name }はありません。
part = 部分
replay-outside = 記録 { $at } 番は第 { $part } { $name }のものではありません。
replay-how = Enterかnで先へ、bで戻り、番号でその記録へ。boardで局面全体、qで終わり。
post-mortem-of = { $seat }の勝率（1手につきプレイアウト{ $playouts }回）。勝率の変化が0.5ポイント未満の命令は省いています。
post-mortem-swing = { $order }　{ $before }%→{ $after }%：選択 { $choice }、ダイス { $dice }
post-mortem-sum = { $seat }：{ $before }%から{ $after }%へ。自分の選択 { $own }（誤差±{ $own-error }）、相手の選択 { $others }（誤差±{ $others-error }）、ダイス { $dice }。
post-mortem-rough = 計算の途中までの、おおまかな数字です。
post-mortem-stopped-early = 結果が出る前に計算を止めました。
post-mortem-not-over = 勝敗を分けたものは、ゲームが終わってから見られます。
post-mortem-none = このゲームはコンピューターがプレイできないため、勝敗を分けたものを調べられません。
post-mortem-too-long = 勝敗の分かれ目の計算は、ここでは{ $seconds }秒以内に終わりません。`wardroom replay { $table } --post-mortem`で最後まで計算できます。
post-mortem-too-long-here = 勝敗の分かれ目の計算は、ここでは{ $seconds }秒以内に終わりません。「盤面 分かれ目 { $most }」なら最長{ $most }秒まで計算します。Enterキーで途中でも止められます。`wardroom replay { $table } --post-mortem`で最後まで計算できます。
roll-ledger = { $what }ルール { $rule }。
