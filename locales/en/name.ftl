# The name of a table, which is a player's text.
refusal-name-blank = A table's name has 1 to { $most } characters, for example: `rename Night watch`.
refusal-name-too-long = A table's name has at most { $most } characters. Choose a shorter one.
refusal-name-unseen = A table's name is one line of characters that can be seen. Leave out control characters and signs that turn the text around.
refusal-name-link = A table's name has no links and mentions. Leave out web addresses, @, < and >.
refusal-name-already = The table has this name already.
request-name = { $seat } asks to name the table “{ $name }”.
log-name-proposed = { $seat } asks to name the table “{ $name }”. The others must agree.
log-named = The table is now called “{ $name }”.
due-name = that the table is called “{ $name }”
