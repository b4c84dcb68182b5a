# ゲームの終わり
ending-result = { $outcome ->
    [won] { $mission }：{ $day }日目（全{ $days }日）に任務達成。勝利ポイント{ $points }（必要{ $needed }）。
    [out-of-time] { $mission }：任務失敗。{ $days }日が過ぎました。勝利ポイント{ $points }（必要{ $needed }）。
    [squadron-lost] { $mission }：任務失敗。{ $day }日目（全{ $days }日）にドイツ艦がいなくなりました。勝利ポイント{ $points }（必要{ $needed }）。
   *[open] { $mission }：{ $day }日目（全{ $days }日）で打ち切り。勝利ポイント{ $points }（必要{ $needed }）。
  }
ending-campaign = キャンペーン
ending-points-day = { $day }日目：{ $causes }。計{ $sum }、累計{ $total }。
ending-points-all = 内訳：{ $causes }。合計{ $total }。
ending-no-points = 勝利ポイントの増減はありませんでした。
ending-track = 航跡
ending-track-ship = { $ship }（{ $from }から）：{ $days }。
ending-track-day = { $day }日目 { $spaces }
ending-loss = { $ship }（{ $day }日目、{ $space }）
ending-sunk = 撃沈：{ $ships }。
ending-damaged = 損傷・離脱：{ $ships }。
ending-no-losses = 沈んだり損傷したりした連合国艦はありません。
ending-ship = { $ship }は{ $space }：船体{ $hull }、石炭{ $coal }、弾薬{ $ammunition }。
ending-ship-lost = { $ship }は{ $day }日目に{ $space }で失われました。
ending-ship-gone = { $ship }はそれ以前に失われました。
ending-luck-german = ドイツの射撃
ending-luck-allied = 連合国の射撃
ending-luck-others = その他のダイス
ending-face-down-at = { $space }：{ $what }。
ending-face-down-coast = 最後まで見えなかった沿岸部隊：{ $what }。
ending-history-text = 1914年8月4日の夜明け、ゲーベンはフィリップヴィルを、ブレスラウはボーヌを砲撃しました。二隻はメッシーナで石炭を積み、6日の夕方に出港します。軽巡グロスターが追い続けたが、イギリスの装甲巡洋艦四隻は7日の夜明け前に引き返し、巡洋戦艦隊は西に気を取られていました。8月10日の夕方、二隻はダーダネルス海峡に迎え入れられました。一週間とたたずオスマン帝国の旗を掲げ、10月29日にロシアの港を砲撃し、帝国は戦争に入りました。
ending-share-toll = 戦闘{ $fights }回、連合国艦の撃沈{ $sunk }・損傷{ $damaged }、ドイツ艦の喪失{ $lost }。
