# 命令が退けられた理由
refused = { $text }ルール { $rule }。
refused-legal =
    { $more ->
        [0] { $text }ルール { $rule }。可能：{ $legal }。
       *[other] { $text }ルール { $rule }。可能：{ $legal }、ほか { $more } 件。
    }
refusal-other = ルールに反します。
refusal-collier-first = 給炭艦がまだ { $colliers } 隻置かれていません。
refusal-options-apart = 「{ $option }」と「{ $other }」は同時に使えません。
refusal-intelligence-spent = 今日の情報活動は済んでいます。
refusal-missing = 命令に{ $argument }がありません。
refusal-not-legal = ここでは{ $argument }として認められません。
refusal-not-now = 「{ $verb }」は今は出せません。
refusal-repair-dice = { $ship }の修理ダイスは { $dice } 個で、損害のある部位にだけ割り振れます。
refusal-scenario-over = シナリオは終わっています。
refusal-visit-is-over = 中立港への寄港は終わりです。{ $ship }は出港せねばならず、そこではもう何もできません。
refusal-already-bombarded = { $space }は今日すでに砲撃しました。
refusal-already-moved = { $ship }は今日すでに移動しました。
refusal-already-repaired = { $ship }は今日すでに修理を試みました。
refusal-already-drawn = { $space }での補給は今日すでに受けました。
refusal-cargo-optional = { $item }は使っていない選択ルールのものです。
refusal-fired-this-round = { $ship }はこのラウンドですでに撃ちました。
refusal-must-stop = { $space }に入った艦はそこで止まらねばなりません。
refusal-no-allied-harbour = { $space }は連合国の港湾・基地ではありません。
refusal-no-ammunition = { $ship }には弾薬がありません。
refusal-no-coastal-unit = { $space }に沿岸部隊は残っていません。
refusal-no-counter-left = { $item }のカウンター { $count } 枚はすべて使用中です。
refusal-no-engines = { $ship }の機関は0です。まず修理を。
refusal-no-free-box = { $ship }に空いた船体ボックスがありません。
refusal-no-guns-for-it = { $space }に砲と弾薬のある艦がいません。
refusal-no-line = { $from }と{ $to }は線でつながっていません。
refusal-no-seebataillon = { $ship }には海兵大隊が乗っていません。
refusal-no-ship-there = { $space }にドイツ艦はいません。
refusal-no-such-guns = { $ship }にはこのラウンドで撃てるものがありません。
refusal-armour-too-thick = { $ship }の火力と統率力では{ $target }の装甲に振れるダイスがありません。
refusal-no-such-target = { $target }は今、{ $ship }の目標になりません。
refusal-not-enough-points = { $item }は資材 { $cost } ポイント、{ $ship }の残りは { $left } ポイントです。
refusal-not-in-battle = { $ship }はこの戦闘に加わっていません。
refusal-nothing-to-repair = { $ship }に修理できる損害はありません。
refusal-nothing-to-draw = { $space }ではそれを受け取れません。
refusal-no-room-for-it = { $space }の艦には入る余地がありません。
refusal-outfitted-this-turn = { $ship }は今日艦装したので移動できません。
refusal-poor-visibility = { $space }は視界が悪すぎます。
refusal-port-not-clear = { $space }は占領できません。沿岸部隊も敵もなく、荒天でもない連合国の港湾に限ります。
refusal-ship-sunk = { $ship }は沈没しています。
refusal-storm = { $space }は暴風雨です。
refusal-too-far = { $ship }はその速度で { $spaces } スペースは進めません。限度は { $limit } です。
refusal-no-coal = { $ship }にはその速度を出す石炭がありません。
refusal-engines-too-weak =
    { $speed ->
        [emergency] { $ship }の機関では緊急速度が出ません。
       *[maximum] { $ship }の機関では最大速度が出ません。
    }
refusal-black-sea-closed = { $space }にはどの艦も入れません。
refusal-atlantic-closed = { $space }に入れるのは大西洋突破の任務だけです。
refusal-visited-already = { $space }への寄港は一度きりで、もう済みました。
refusal-french-fleet-at-sea = 今日はフランス艦隊が{ $space }をふさいでいます。
refusal-ship-elsewhere = { $ship }は{ $space }にいません。
refusal-points-to-share = 余裕のある範囲で{ $points }ポイントまで分けられます。
refusal-no-friendly-base = 資材を積めるのは友軍海軍基地だけです。
refusal-box-not-free = その船体ボックスはふさがっているか失われています。
refusal-not-aboard = その資材は{ $ship }に積まれていません。
refusal-crew-stays-aboard = 乗組員を降ろせるのは友軍の港湾か海軍基地だけです。
refusal-no-harbour-to-trade-in = 資材の積み替えは港湾か海軍基地で行います。洋上や敵の砲台の前ではできません。
refusal-not-together = 艦が同じ港にいません。
refusal-no-allied-port = { $space }は連合国港湾ではありません。占領できるのは連合国港湾だけです。
refusal-port-taken-already = { $space }はすでに占領しています。
refusal-not-damaged = { $ship }の{ $track }に損傷はありません。
refusal-nothing-face-down = { $space }に伏せたものはありません。
refusal-no-sea-space = { $space }は港です。給炭艦は海上で待ちます。
refusal-collier-there = { $space }にはすでに給炭艦がいます。
refusal-no-torpedoes = { $ship }に魚雷は残っていません。
refusal-there-already = { $ship }はもう{ $space }にいます。次に入るスペースから書いてください。
