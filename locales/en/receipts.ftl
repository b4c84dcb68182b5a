# Receipts of orders and of players' other entries: who proves to have sent them.
receipt-orders-hold = { $count } of { $orders } orders have a receipt that holds: { $discord } signed by Discord, { $mail } by the sender's mail domain
receipt-seat-discord = entry { $entry }: Discord user { $sender } took the seat { $seat }
receipt-seat-mail = entry { $entry }: the mail address { $sender } took the seat { $seat }
receipt-orders-unbound = { $count } of { $orders } orders have a receipt, but no such receipt was kept when their player took the seat: the log does not say that this is the player's account or address
receipt-orders-without-key = { $count } of { $orders } orders have a receipt of Discord, and its signature was not checked. Give the application's public key with --discord-key; take it from Discord, not from the club
receipt-orders-missing = { $count } of { $orders } orders name a receipt that is not here. It was erased with its player, left out, or cannot be read with the present secret
receipt-orders-none = { $count } of { $orders } orders have no receipt: they came by { $door }. The gateway to Discord, terminal, browser and computer players have none, nor has a mail without a signature of its domain
receipt-luck-holds = { $count } of { $entries } entries of luck have a receipt that holds: a message of its sender added or promised each
receipt-takebacks-hold = { $count } of { $entries } takebacks without consent have a receipt that holds: a message of its sender asked for each
receipt-answers-hold = { $count } of { $entries } answers to requests have a receipt that holds: a message of its sender agreed or refused
receipt-commands-hold = { $count } of { $entries } other commands have a receipt that holds: a message of its sender gave each
receipt-others-unbound = { $count } entries of luck, takebacks, answers and other commands have a receipt, but no such receipt is here from when their player took a seat: the log does not say that this is the player's account or address
receipt-others-without-key = { $count } entries of luck, takebacks, answers and other commands have a receipt of Discord, and its signature was not checked. Give the application's public key with --discord-key
receipt-others-missing = { $count } entries of luck, takebacks, answers and other commands name a receipt that is not here. It was erased with its player, left out, or cannot be read with the present secret
receipt-others-none = { $count } entries of luck, takebacks and answers have no receipt: they came by { $door }. Nothing but the log says that their players made them. The gateway to Discord, terminal, browser and computer players have none
receipt-of-no-message = entry { $entry } names a receipt, and no message makes such an entry
receipt-no-orders = there are no orders here
receipt-sealed = { $count } sealed lines may be orders with receipts
receipt-compare-key = the club checked mails with a key that it found at { $name } (SHA-256 { $digest }). Only the DNS can say whether that is the domain's key: compare it
receipt-other-sender = entry { $entry } was sent by { $sender }, and the seat was taken by { $seated }. Ask its player whether both are theirs
receipt-other-time = entry { $entry } is of { $at }, and Discord signed its message at { $signed }
receipt-other-digest = entry { $entry } names another receipt than this one
receipt-unreadable = the receipt of entry { $entry } is neither a request of Discord's nor a mail
receipt-other-message = the receipt of entry { $entry } belongs to another message than the entry
receipt-not-by-discord = the receipt of entry { $entry } is not signed by this Discord application
receipt-not-by-domain = the receipt of entry { $entry } has no signature of { $domain } that holds
receipt-file-form = this is no file of receipts; `wardroom export TABLE -o FILE --receipts RECEIPTS` writes one
receipt-file-of-another = these are receipts of { $found }, not of { $table }
receipt-file-wanted = name the file with the receipts after --receipts; `wardroom export TABLE -o FILE --receipts RECEIPTS` writes one
receipt-no-secret = receipts are sealed under the server's secret, and there is no such file. Set WARDROOM_SECRET, or name the server's configuration with --config
receipt-file-done = { $file }: { $count ->
    [one] one receipt
   *[other] { $count } receipts
}, { $lacking } that entries name are missing. The file has whole messages, names and addresses: give it only to whoever is to check them.

# Words of luck, compared with a log.
luck-found-given = { $seat } added these words to the dice
luck-found-promised = { $seat } promised these words, showed them, and they are part of the dice
luck-found-others = { $seat } added other words
luck-found-others-promised = { $seat } promised and showed other words
luck-found-not-shown = { $seat } promised these words and did not show them: they are no part of the dice
luck-found-none = { $seat } added no words
luck-found-no-seed = { $seat } added words; which ones can be checked once the seed is revealed
