# ゲーム以外の卓の記録と、ダイスのページ。
ledger-opened = 卓を開きました：{ $game }
ledger-opened-practice = 練習卓を開きました：{ $game }。ダイスの後でも命令を取り消せます。
ledger-seat-taken = { $seat }の席に着きました。
ledger-seat-offered = { $seat }の席をあるプレイヤーに申し出ました。
ledger-offer-withdrawn = { $seat }の席の申し出はなくなりました。
ledger-take-back-asked = { $seat }からの願い：記録{ $to }番の直後まで戻す。他のプレイヤーの同意を待ちます。
ledger-close-proposed = { $seat }からの提案：卓を閉じる。他のプレイヤーの同意を待ちます。
ledger-agreed = { $seat }が記録{ $request }番の件に同意しました。
ledger-refused = { $seat }が記録{ $request }番の件を断り、その件はなくなりました。
ledger-resigned = { $seat }が投了しました。
ledger-taken-back = 取り消し：記録{ $to }番の直後の状態に戻りました。その間の記録は取り消し済みとして残ります。
ledger-unsealed = 封じられていた記録{ $count }件を公開しました。
ledger-closed = 卓を閉じました：{ $why }
ledger-game-goeben = ゲーベン 1914
ledger-game-grand_fleet = グランドフリート1.2
ledger-seat-british = イギリス
ledger-seat-german = ドイツ
ledger-seat-commander = 司令官
ledger-why-abandoned = 途中で終了
ledger-why-agreed = 合意により終了
ledger-why-resigned = 投了
ledger-why-over = 終局
ledger-seed = 種を公開しました。「audit」や自作の検証器で、すべてのダイスを計算し直せます。
ledger-peeked = すべてを見る操作がありました（{ $what }）。
dice-row = { $seq }: { $text }
dice-none = まだダイスは振られていません。
dice-all = 全ダイス
dice-both = 両軍
dice-tally = { $purpose }、{ $side }：n = { $n }、1から6の出目：{ $counts }、期待値は各{ $expected }、カイ二乗 { $chi }、p = { $p }
dice-tally-few = { $purpose }、{ $side }：n = { $n }、1から6の出目：{ $counts }、期待値は各{ $expected }、検定には少なすぎます（{ $enough }未満）
side-british = イギリス
side-german = ドイツ側
side-allied = 連合国側
side-table = 卓
replay-place = 記録{ $of }件中の{ $at }番。
replay-no-such = 記録{ $at }番はありません。{ $of }番までです。
replay-how = Enterかnで先へ、bで戻り、番号でその記録へ、qで終わり。
