# The book of orders: help and the manual.
book-argument = { $name }: { $help }
book-example = For example: { $text } – { $help }
book-rule = Rule { $rule }.
book-verb = { $usage } – { $help }

manual-title = Orders
manual-opening = Every order by name, the same in chat, mail and the terminal. Shorten words as long as they stay clear, in English or Japanese, in any case and width. Type names of several words as they are or in quotes. You may leave out an argument in brackets if no word you typed could be meant for it. Digits never begin a shortened name. A line is carried out only if every word of it is used. You may name any argument: `ARGUMENT=VALUE`. Separate several orders on one line with `;`.
manual-names = Also: { $names }.
manual-choices = One of { $words }.
book-term = { $name }: { $help }
manual-terms = Terms of the game
