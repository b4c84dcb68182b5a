# データパックに足りないものと誤り
pack-no-space = spaces.toml にスペース{ $space }はありません
pack-no-space-near = spaces.toml にスペース{ $space }はありません。{ $near }のことですか
pack-start-at-sea = { $space }は { $kind } です。戦隊はそこから始められません
pack-start-enemy = { $space }は敵の港です。戦隊はそこから始められません
# 表
pack-chart-row-missing = 表にこの行がありません
pack-stop-fixed = { $right } でなければなりません。移動の終わる場所はルール12.5が決めます
pack-face-twice = { $die }の目の行はすでにあります
pack-face-missing = { $die }の目の行がありません。ダイスの目は6つです
pack-results = 結果が{ $count }個あります。判定値0から3に1個ずつ、{ $right }個が要ります
pack-values = 値が{ $count }個あります。統率力0から6に1個ずつ、{ $right }個が要ります
pack-beyond-column = { $value }に無線の{ $wireless }を足すと{ $most }になり、最後の列の3を越えます
pack-few-totals = 表に行がありません。最小の合計から最大の合計までを書きます
pack-total-twice = 合計{ $total }の行はすでにあります
pack-total-gap = { $last }の次が{ $total }になっています。合計は隙間なく増えるので、次の行は{ $next }です
pack-class-untargeted = { $class } がありません。ships.toml にはその艦種の目標があります
pack-class-unscored = 表にこの行がありません。ships.toml にはその艦種の艦があります
pack-damage-above-loss = { $damaged }は、撃沈したときの{ $sunk }より大きい値です
# カウンター
pack-marker-missing = このマーカーがありません。数は0でもかまいません
pack-cargo-missing = この行がありません。数は0でもかまいません
pack-value-twice = 値{ $value }の行はすでにあります
pack-few-coastal = spaces.toml は沿岸部隊を{ $placed }個配置していますが、{ $exist }個しかありません
# マップ
pack-owner-missing = キーがありません。{ $kind } はいずれかの国のものです
pack-owned-by-nobody = { $kind } のスペースはどの国のものでもありません。owner を消してください
pack-zone-not-allied = 哨戒区は pack.toml で allied の国のものです
pack-black-sea = kind と zone は、両方とも black-sea にするか、どちらもしないかです
pack-atlantic-exit = 大西洋への出口の zone は atlantic です
pack-coast-not-allied = 沿岸部隊が守るのは連合国の港湾と海軍基地だけです
pack-space-missing = このスペースがありません。ルールに出てきます（{ $why }）
pack-space-kind = { $kind } でなければなりません（{ $why }）
pack-named-by-austrian-ships = オーストリア＝ハンガリー艦の開始位置、20.0
pack-named-by-french-navy-sortie = フランス海軍の出撃
pack-named-by-italian-alliance = イタリアとの同盟の報酬
pack-named-by-suez-canal = スエズ運河作戦の報酬
pack-line-to-itself = この航路は{ $space }からそれ自身につながっています
pack-line-twice = { $a }と{ $b }は一覧の{ $earlier }番の航路でつながっています。航路は両方向に通れます
pack-line-ends = 航路がつなぐのはちょうど2つのスペースです
pack-no-one-way = `{ $field }`：航路はすべて両方向に通れます。一方通行はありません。両端を `between` に書いてください
pack-no-line = lines.toml にこのスペースへの航路がありません
pack-cut-off = 戦隊が始める{ $from }からここへ行けません
# 任務
pack-mission-missing = この任務がありません。ルールには6つあります
pack-mission-without-end = この任務には終わる場所がありません。`objective` にスペースを書くか、`bases` を書いてください
pack-ends-with-allies = 連合国の基地では終われません。friendly か neutral にしてください
pack-no-coastal-units = { $space }には沿岸部隊が配置されていません（spaces.toml）
pack-removes-itself = 達成した任務そのものを除くことはできません
pack-no-austrian = オーストリア＝ハンガリーの { $class } はありません（ships.toml）
pack-no-patrol-zone = { $space }は哨戒区ではありません
pack-in-black-sea = { $space }は黒海にあり、艦は入れません
pack-starts-with-enemy = 戦隊は敵の港から始められません
pack-closed-exit = true でなければなりません。{ $space }は大西洋への出口です（12.5）
# 国と準備
pack-nation-missing = この国がありません
pack-nation-side = { $standing } でなければなりません。どちらの側で戦うかはルールで決まっています
pack-no-stock = { $nation } の艦の束がありません（3.0(3)）
pack-few-quiet-seas = 束に使う平穏な海は{ $used }個ですが、{ $exist }個しかありません（counters.toml）
pack-stock-nation = 束に入るのは british か french の軍艦です（3.0(3)）
pack-small-stock = { $holds }個の束から{ $drawn }個を引くことになっています
# 艦
pack-ship-missing = この艦がありません。ルール3.0と19に出てきます
pack-what-if = true でなければなりません。この艦はルール19で加わります
pack-no-squadron = `standard = true` の艦がないので、標準ゲームの戦隊がありません
pack-marker-name = 事件マーカーに同じ名前があります。艦のIDを変えてください
pack-german-id-long = IDが{ $bytes }バイトあります。ドイツ艦のIDは{ $limit }バイトまでです
pack-no-squadron-class = { $class } は戦隊の艦種ではありません。BC か CL にしてください
pack-german-counter = ドイツ艦は [german] に、すべての値とともに書きます
pack-no-such-ships = ルールに { $nation } の艦はありません。british、french、austro-hungarian のいずれかです
pack-convoy-french = 兵員輸送船団は french です（13、14.15）
