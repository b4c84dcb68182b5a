# 卓の名前。プレイヤーの文章です。
refusal-name-blank = 卓の名前は1文字から{ $most }文字までです。例：「卓名 夜の当直」。
refusal-name-too-long = 卓の名前は{ $most }文字までです。もっと短い名前にしてください。
refusal-name-unseen = 卓の名前には、目に見える文字だけを一行で使えます。制御文字や、文字の向きを変える記号は取り除いてください。
refusal-name-link = 卓の名前にリンクやメンションは使えません。ウェブアドレス、@、<、>は取り除いてください。
refusal-name-already = 卓はすでにこの名前です。
request-name = { $seat }からの提案：卓を「{ $name }」と名付ける。
log-name-proposed = { $seat }からの提案：卓を「{ $name }」と名付ける。他のプレイヤーの同意を待ちます。
log-named = 卓の名前は「{ $name }」になりました。
due-name = 卓の名前が「{ $name }」になること
