# データパックに足りないものと誤り
# マップ
pack-hex-digits = ヘクスの名前は202のような{ $digits }桁の数字です（2-2）
pack-hex-place-taken = { $column }列{ $row }行にはすでに{ $other }が描かれています
pack-owner-missing = キーがありません。{ $kind } のヘクスは british か german です（2-2）
pack-owned-by-nobody = { $kind } のヘクスはどちらの側のものでもありません。owner を消してください
pack-hex-scores-nothing = { $kind } のヘクスに得点はありません。得点になるのは near と home です（11）
pack-way-out-of-forbidden = forbidden のヘクスには艦隊が出入りできません。消してください（2-2）
pack-way-into-forbidden = { $hex }は forbidden のヘクスで、艦隊は入れません。消してください（2-2）
pack-no-home = { $side } の本拠地のヘクスがありません。ルールでは各陣営に1つです（2-2）
pack-two-homes = { $side } の本拠地はすでに{ $first }です。ルールでは各陣営に1つです（2-2）
pack-own-neighbour = { $hex }が自分自身の隣になっています
pack-not-beside = { $next }（{ $next-column }列{ $next-row }行）は{ $hex }（{ $column }列{ $row }行）の隣に描かれていません
pack-one-way = { $next }の隣に{ $hex }がありません。ヘクスは両方向に移動できます
pack-no-hex = hexes.toml にヘクス{ $hex }はありません
pack-no-hex-near = hexes.toml にヘクス{ $hex }はありません。{ $near }のことですか
pack-cut-off = { $from }からここへ行けません
# 艦
pack-ship-number = 艦のIDは英字で始まります。数字はヘクスと艦隊のものです
pack-circled-with-turn = 丸印の艦はゲーム開始時からあります。turn か circled を消してください（3）
pack-american-circled = true でなければなりません。ターンのあるアメリカ艦には丸印が付きます（9）
pack-starred-nation = 星印の艦は british です。{ $nation } ではありません（12）
pack-two-starred = 星印はすでに{ $first }に付いています。ルールでプレイヤーが選ぶ艦は1隻です（12）
pack-few-ships = 艦隊ボックスで始める { $side } の艦は、星印の艦を除いて{ $fleet }隻です。{ $least }隻未満の陣営は負けになります（11）
# 艦種の表
pack-type-missing = この艦種がありません。ルールには5つあります（2-1）
pack-same-letters = { $other }と同じ記号です
pack-pre-dreadnought-slow = slow でなければなりません。前ド級戦艦のいる艦隊は低速です（8）
pack-nothing-fast = fast の艦種がありません。ルールには高速の艦隊があります（8）
# ダイスで見る表
pack-milder-result = { $result } は前の行より軽い結果です。合計が大きいほど目標に有利になることはありません
pack-no-sum = 合計{ $next }の行がありません。行は1から{ $end }までです（8）
pack-no-next-row = { $least }は次の行ではありません。行は隙間も重なりもなく続くので、この行は{ $next }から始まります
pack-turn-twice = 第{ $turn }ターンの行はすでにあります
pack-no-turn = 第{ $turn }ターンの行がありません。第2から第9ターンに1行ずつです（7a）
pack-six-results = 1行の結果は、ダイスの目に1つずつ、ちょうど6つです
pack-no-rows = 表に行がありません
pack-first-row = 最初の行に下限はありません。このキーを消してください
pack-row-begins = キーがありません。この行は{ $next }から始まります
pack-last-row = 最後の行に上限はありません。このキーを消してください
pack-row-ends = キーがありません。上限がないのは最後の行だけです
