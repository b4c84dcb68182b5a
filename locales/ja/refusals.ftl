# 命令が退けられた理由
refused = { $text }ルール { $rule }。
refused-legal =
    { $more ->
        [0] { $text }ルール { $rule }。可能：{ $legal }。
       *[other] { $text }ルール { $rule }。可能：{ $legal }、ほか { $more } 件。
    }
refusal-other = ルールに反します。
refusal-missing = 命令に{ $argument }がありません。
refusal-not-legal = ここでは{ $argument }として認められません。
