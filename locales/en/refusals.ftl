# Why an order is refused.
refused = { $text } Rule { $rule }.
refused-legal =
    { $more ->
        [0] { $text } Rule { $rule }. Possible: { $legal }.
       *[other] { $text } Rule { $rule }. Possible: { $legal } and { $more } more.
    }
refusal-other = That is against the rules.
refusal-missing = The order needs { $argument }.
refusal-not-legal = That is not a legal { $argument } here.
