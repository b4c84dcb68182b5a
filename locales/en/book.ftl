# The book of orders: help and the manual.
book-argument = { $name }: { $help }
book-example = For example: { $text } – { $help }
book-rule = Rule { $rule }.
book-verb = { $usage } – { $help }

manual-title = Orders
manual-opening = Every order by its name, for chat, mail and terminal alike. Words may be shortened as long as they stay clear, in English or Japanese, in any case and width; names of several words may be typed as they are or in quotes. An argument in brackets may be left out where no typed word could be meant for it. Digits are never the beginning of a name. A line is carried out only if every word of it is used for what it names. Any argument may be given by its name: `ARGUMENT=VALUE`. Several orders go on one line with `;` between them.
manual-names = Also: { $names }.
manual-choices = One of { $words }.
book-term = { $name }: { $help }
manual-terms = What the game speaks of
