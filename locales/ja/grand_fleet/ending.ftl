# ゲームの終わり
gf-ending-lead = { $lead ->
    [0] 第{ $turn }ターン、勝利点は互角。
   *[other] 第{ $turn }ターン、{ $leader }が{ $lead }VP優勢。
  }
gf-ending-broken-off = { $lead ->
    [0] 第{ $turn }ターンで打ち切り、勝利点は互角。
   *[other] 第{ $turn }ターンで打ち切り、{ $leader }が{ $lead }VP優勢。
  }
gf-ending-turn = { $lead ->
    [0] 第{ $turn }ターン：{ $points }。互角。
   *[other] 第{ $turn }ターン：{ $points }。{ $leader }が{ $lead }VP優勢。
  }
gf-ending-scored = { $side }{ $points }{ $why }
gf-ending-cause = { $points }{ $why }
gf-ending-side = { $sum ->
    [0] { $side }：得点なし。
   *[other] { $side }：{ $sum }VP、内訳は{ $causes }。
  }
gf-ending-sunk-ship = { $ship }（第{ $turn }ターン、{ $hex }）
gf-ending-losses = { $count ->
    [0] { $side }の沈没はありません。
   *[other] { $side }は{ $count }隻を失った：{ $sunk }。
  }{ $damaged ->
    [0] 損傷・分遣中の艦はありません。
   *[other] 損傷・分遣中：{ $boxed }。
  }
gf-ending-fought = 戦闘と支配
gf-ending-hex = { $hex }：第{ $turns }ターンに戦闘。
gf-ending-held = { $side }は第{ $turn }ターンに{ $hex }を支配しました。
gf-ending-unturned = { $side }第{ $number }艦隊：{ $ships }。
gf-ending-history-text = 両艦隊が正面から戦ったのは一度だけ、1916年5月31日から6月1日のユトランド沖海戦です。イギリスは14隻と約6000人、ドイツは11隻と約2500人を失いました。ドイツ大洋艦隊は8月にもう一度出撃したが海戦にはならず、1917年2月1日、ドイツは無制限潜水艦戦に踏み切ります。二か月後、アメリカが参戦しました。1918年10月に出撃を命じられた水兵たちは拒みました。艦隊は抑留され、1919年6月21日、スカパ・フローで自沈しました。
gf-ending-share-toll = 失った艦：イギリス{ $british }隻、ドイツ{ $german }隻。
gf-cause-parity = 偶数同士・奇数同士の目
gf-cause-refusal = 決戦の拒否
gf-cause-sinking = 撃沈
gf-cause-control = 制圧
gf-cause-submarine-war = 潜水艦戦
