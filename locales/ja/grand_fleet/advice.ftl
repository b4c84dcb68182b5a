# レッスン：それぞれの問いの理由。
gf-lesson-goal = あなたはイギリス、ドイツは慎重な提督が受け持ちます。ターンの終わりに7点リードしていれば勝ち。得点は、沈めた艦と、自軍だけで確保したドイツ沿岸のヘクスから。もう決戦です。艦隊を編成し、高速艦隊は表向きにしましょう。BB、B、(B)は新しい順に戦艦、BCと(BC)は高速の巡洋戦艦。低速艦が一隻でもあれば艦隊全体が低速になります。
gf-lesson-raid = 伏せたマーカーは艦隊もダミーも同じに見え、持ち主にも分かりません。最後の一つのほかは、もう地図にあります。だれも守っていないドイツ沿岸に置きましょう。「盤面 地図」の小文字がそのヘクスで、VPが点数です。
gf-lesson-interception = マーカーを動かします。両軍のマーカーがあって自軍の合計が上回るヘクス（表向きは2、伏せたものは1、自軍の本拠ではその2倍）なら、敵味方すべてを隣のヘクスへ動かせます。ここでは得点の高い所へ。
gf-lesson-pass = いま動かしても得はありません。両軍が続けてパスすると、マーカーをすべて表にします。
gf-lesson-hex = マーカーは艦隊か、ダミーか。両軍の艦隊がいるヘクスを一つずつ戦います。順番は攻勢側が決めます。
gf-lesson-manoeuvre = 接触です。マーカーが表になり、両軍の艦が出会いました。ラウンドは戦闘の主導権のダイスで始まり、2以上の差をつけた側が距離を選べます。半砲撃で増え、過剰運動でも増えますが、混乱して撃てなくなるおそれがあります。
gf-lesson-situation = 主導権を取ったので選べます。近距離なら両軍のどの艦も砲力が増え、遠距離なら減ります。
gf-lesson-gunnery = 艦の砲力を合計した点を目標に割り当てます。一隻につき防御力の分だけ要り、そのあとダイス2個で損傷か沈没かが決まります。敵も秘密に狙いを決めています。
gf-lesson-persistence = ラウンドが終わりました。両軍が続ければ次のラウンド。離脱した側は帰り、ヘクスを相手に渡します。
gf-lesson-damaged = 決戦が終わりました。損傷した艦は失われず、番号付きのボックスに入ります。毎ターン、ダイスの目のボックスの艦が戻るので、分けておけば必ずどれかが来ます。
gf-lesson-over = どのターンも、ダイスでボックスの艦を呼ぶ軍備と、どちらが攻撃できるかをダイスで決める主導権から始まります。ここからは両軍をあなたがプレイします。どの問いでも「ヒント」で提督に聞け、「ヘルプ」と言葉で説明が出ます。「取り消し」で何でも取り消せ、勝ち方は「ヘルプ ゲーム」。一方をほかの人に渡すなら「席譲り」。
gf-lesson-over-ended = ゲームのほうがレッスンより先に終わりました。ここは練習卓なので、「取り消し」で何度でも戻れます。どうすればよかったかは「ヒント」で提督に、勝ち方は「ヘルプ ゲーム」で。

# 直前の命令の結果と注意。
gf-lesson-did-stow = ダイスで呼ばれるまでそこで待ちます。
gf-lesson-did-form = 編成はあなただけが知っています。マーカーはこのあと混ぜられます。
gf-lesson-did-place-shown = 表向きの高速艦隊は、マーカーを動かすとき2と数えます。
gf-lesson-did-intercept = 同じヘクスから動かせるのは一度だけです。
gf-lesson-did-manoeuvre = 宣言して、すぐに振りました。
gf-lesson-did-fire = これも、両軍が決めるまで秘密です。
gf-lesson-did-hold-fire = このラウンド、自軍は撃ちません。
gf-lesson-did-fight-on = 相手も続けるなら、次のラウンドです。
gf-lesson-did-break-off = その艦隊は無事に帰ります。
gf-lesson-did-undo = 取り消しました。なかったことになります。
gf-lesson-did-sink = 艦が沈みました。沈めた側の得点です（古い艦は二、三隻で1点）。
gf-lesson-did-damage = 損傷した艦はボックスへ。得点にはなりません。
gf-lesson-did-control = 敵の沿岸のヘクスが攻勢側の得点になりました。
gf-lesson-did-reveal = マーカーがすべて表になり、ダミーは地図から除かれます。
gf-lesson-did-points = 得点が動きました。一方の得点は他方の失点です。

# その命令の理由。
gf-hint-commit = ボックスの艦は戦えない
gf-hint-respread = 古い艦を外しておけば、どのボックスが来ても強い
gf-hint-respread-even = 分けておけば、どの目でも何かが来る
gf-hint-keep-back = ボックスに残る艦は沈まない
gf-hint-commit-again = もう一ボックス分の艦
gf-hint-stay = どの艦も要るかもしれず、残すべき数もある
gf-hint-transfer = 古い艦は艦隊を遅くする。ボックスで待たせればよい
gf-hint-send = 古い艦なら惜しくない
gf-hint-stow = 分けておけば、どの目でも何かが来る
gf-hint-stow-damaged = 分けておけば、いくらかはすぐに戻る
gf-hint-stow-reserve = ダイスの届かない所に置き、ボックスはほかの艦に
gf-hint-hold-back = アメリカを参戦させない
gf-hint-unleash = 毎ターン得点、それも早いほど多く
gf-hint-submarines-then = ドイツは1917年2月まで待った
gf-hint-one-die = 1個なら失うものはない
gf-hint-two-dice = 攻撃できる見込みは高いが、1点の危険
gf-hint-jutland = 1916年5月、両艦隊はユトランド沖で互いを求めた
gf-hint-seek = 決戦なしに得点はない
gf-hint-wait = 求めなければ負けもしない
gf-hint-accept = 3点は重く、敵にも失う艦がある
gf-hint-refuse = 3点を失うが、艦は失わない
gf-hint-return = 分けておけば、すぐに戻る
gf-hint-form = 高速・中速・低速を分けて、それぞれを生かす
gf-hint-form-fewest = 多くのダミーの中に、少数の強い艦隊
gf-hint-form-shown = 表向きの高速艦隊は2と数え、どこにいるかも分かる
gf-hint-form-most = 艦隊が多ければ、多くの沿岸に届く
gf-hint-guard = 攻勢側の得点になるのは自軍の艦隊がいない所だけ
gf-hint-raid = 攻勢側の艦隊だけがいれば攻勢側の得点になる
gf-hint-meet = そこには敵がいる。沈めれば得点になる
gf-hint-intercept = マーカーを思う所へ押せる
gf-hint-pass = 両軍が続けてパスすれば、マーカーは表になる
gf-hint-strong-hex = ここは自軍の艦が多い
gf-hint-rich-hex = 敵が失うものはここがいちばん多い
gf-hint-full-guns = 全砲で撃て、混乱もしない
gf-hint-outsail = 砲を半分にしても、戦い方を選びたい
gf-hint-excess = 混乱のおそれはあるが、主導権を取りやすい
gf-hint-close = どの艦も砲力が増える
gf-hint-long = 互いに被害が減る
gf-hint-halve = 敵の砲力を半分にできる
gf-hint-hold-fire = 狙える艦がない
gf-hint-fire-weakest = 同じ点で目標がいちばん多い
gf-hint-fire-dearest = 強い艦こそ敵の戦列
gf-hint-fire-best = 砲力のわりに、沈めて得る点がいちばん大きい
gf-hint-fire-fleet = 残り二隻になった艦隊は帰るほかない
gf-hint-go-home = 帰った艦は次のターンにまた戦える
gf-hint-fight-on = 敵がいつも届く所にいるとは限らない
gf-hint-any = ふつうの進め方
gf-hint-win = これでゲームが終わり、勝ちが決まる
gf-hint-last-chance = ほかの命令では負けるかもしれない

# 助言する人。
gf-lesson-hint =
    レッスン　{ $adviser ->
        [bold] 大胆な提督ならこう言うでしょう
       *[other] 慎重な提督ならこう言うでしょう
    }：{ $why }。
gf-hint-line =
    { $adviser ->
        [cautious] 慎重な提督なら
        [bold] 大胆な提督なら
       *[historical] 史実では
    }：`{ $typed }` － { $why }
