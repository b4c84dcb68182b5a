# レッスン：それぞれの問いの理由。
gf-lesson-goal = 1914年7月の北海。二つの艦隊と一つの得点、つまり一方のリードだけを数えます。7点リードすればその場で勝ち、第9ターンを終えて同点ならイギリスの勝ち。ここでは両軍をあなたが、それぞれに見えるものだけを見てプレイします。まずイギリスの新しい艦を番号付きのボックスに入れます。ダイスの目のボックスの艦が戻るので、分けておけば必ずどれかが来ます。
gf-lesson-undo = 次はドイツ。ここは練習卓で、両軍をあなたがプレイしているので、何をしたあとでも、ダイスの後でも取り消せます。
gf-lesson-stow = 新しい艦は番号付きのボックスで待ち、ダイスの目のボックスの艦が艦隊に来ます。分けておけば必ずどれかが来ます。
gf-lesson-commitment = ターンは軍備から始まります。ダイスを振れば、その目のボックスの艦がすべて艦隊ボックスに来て、戦えるようになります。
gf-lesson-second-die = もう一度振って、別のボックスを呼べます。ボックスに残る艦は沈みませんが、戦えもしません。
gf-lesson-transfer = ダイスの目の数だけ、艦をボックスに戻せます。古い艦は艦隊を遅くします。ただし、艦隊に残すべき数があります。
gf-lesson-dice = どちらが攻撃できるか。各軍は秘密に1個か2個のダイスを選び、大きいほうの目を使います。差が2なら攻撃側になれ、4なら決戦は避けられません。2個のほうが有利ですが、両方が偶数または奇数だと1点を失います。
gf-lesson-again = 目の差が小さく、どちらも攻撃できません。本番ならこのまま半年が過ぎますが、ここでは最後のダイスを取り消して、振り直しましょう。
gf-lesson-seek = 主導権を得たので、決戦を求められます。得点は決戦で、沈めた艦と、敵の沿岸で確保したヘクスから得られます。
gf-lesson-answer = 敵が決戦を求めています。拒めば3点。負けが決まる点の半分近くです。
gf-lesson-formation = 秘密に艦隊を編成します。高速艦だけなら高速艦隊、低速艦が一隻でもあれば低速艦隊。艦隊のないマーカーはダミーになり、同じように地図に置かれます。どれがどれか、あなたにも分かりません。
gf-lesson-raid = 両軍が交互に、マーカーを伏せて地図に置きます。あなたは攻撃側。敵の沿岸を自軍だけで確保したヘクスが最後に得点になります。「盤面 地図」の小文字がそのヘクスで、VPが点数です。
gf-lesson-guard = 両軍が交互に、マーカーを伏せて地図に置きます。あなたは防御側。沿岸のヘクスは、攻撃側だけが艦隊を置いていると相手の得点になります。点の高い所を守りましょう。
gf-lesson-place-on = 次のマーカーも、得るもの、失うものの大きい所へ。
gf-lesson-interception = マーカーを動かします。両軍のマーカーがあって自軍のほうが多いヘクスなら、敵味方すべてを隣のヘクスへ動かせます。沿岸へ押すか、沿岸から離すか。
gf-lesson-pass = いま動かしても得はありません。両軍が続けてパスすると、マーカーをすべて表にします。
gf-lesson-hex = マーカーは艦隊か、ダミーか。両軍の艦隊がいるヘクスを一つずつ戦います。順番は攻撃側が決めます。
gf-lesson-manoeuvre = ラウンドは戦闘の主導権のダイスで始まり、2以上の差をつけた側が戦い方を選べます。半減射撃で増え、過剰機動でも増えますが、目がその数以下だと混乱して撃てません。
gf-lesson-situation = 主導権を取ったので選べます。近距離なら両軍のどの艦も砲力が増え、遠距離なら減ります。
gf-lesson-gunnery = 艦の砲力を合計した点を目標に割り当てます。一隻につき防御力の分だけ要り、そのあとダイス2個で結果が決まります。fire-by（自動射撃）なら自動で割り振ります。敵も同じことを秘密にしています。
gf-lesson-persistence = ラウンドが終わり、両軍に問われます。続けるか、帰るか。両方が続ければ次のラウンド、離脱した側はヘクスを相手に渡します。
gf-lesson-go-home = もう一ラウンドか、帰るか。帰った艦はまた戦えます。
gf-lesson-damaged = 決戦が終わりました。損傷した艦は失われず、ボックスに入って、ダイスで戻ってきます。
gf-lesson-over = 新しいターン、ここからはあなたのゲームです。ここまでも本物でした。どの問いでも「ヒント」で提督に聞け、「ヘルプ」と言葉で説明が出ます。勝ち方は「ヘルプ ゲーム」。卓は練習卓としてそのまま続き、両軍をあなたがプレイします。一方をほかの人に渡すなら「席譲り」。
gf-lesson-over-ended = ゲームのほうがレッスンより先に終わりました。ここは練習卓なので、「取り消し」で何度でも戻れます。どうすればよかったかは「ヒント」で提督に、勝ち方は「ヘルプ ゲーム」で。

# 直前の命令の結果と注意。
gf-lesson-did-stow = ダイスで呼ばれるまでそこで待ちます。
gf-lesson-did-commit = どのボックスかはダイスが決めました。
gf-lesson-did-transfer = 艦隊を離れた艦も、ダイスで戻れます。
gf-lesson-did-throw = 相手も選ぶまで伏せられます。
gf-lesson-did-seek = 次は相手の返事です。
gf-lesson-did-refuse = 決戦はなく、相手に3点。
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
gf-lesson-did-control = 敵の沿岸のヘクスが攻撃側の得点になりました。
gf-lesson-did-reveal = マーカーがすべて表になり、ダミーは地図から除かれます。
gf-lesson-did-no-attack = 目の差が小さく、どちらも攻撃しません。
gf-lesson-did-initiative = 攻撃側がダイスで決まりました。
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
gf-hint-guard = 敵の得点になるのは自軍の艦隊がいない所だけ
gf-hint-raid = 自軍の艦隊だけがいれば得点になる
gf-hint-intercept = マーカーを思う所へ押せる
gf-hint-pass = 両軍が続けてパスすれば、マーカーは表になる
gf-hint-strong-hex = ここは自軍の艦が多い
gf-hint-rich-hex = 敵が失うものはここがいちばん多い
gf-hint-full-guns = 全砲で撃て、混乱もしない
gf-hint-outsail = 砲を半分にしても、戦い方を選びたい
gf-hint-close = どの艦も砲力が増える
gf-hint-long = 互いに被害が減る
gf-hint-hold-fire = 狙える艦がない
gf-hint-fire-weakest = 同じ点で目標がいちばん多い
gf-hint-fire-dearest = 強い艦こそ敵の戦列
gf-hint-go-home = 帰った艦はまた戦える
gf-hint-fight-on = 敵がいつも届く所にいるとは限らない
gf-hint-any = ふつうの進め方

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
