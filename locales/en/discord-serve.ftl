# What the Discord door says when something is in the way.
discord-serve-failed = Something failed on our side. What was acknowledged before is saved; please try again. If it keeps failing, give the operator of this bot this number: { $id }
discord-serve-busy = The bot is overloaded just now. Nothing was done; please try again in a moment.
discord-serve-strange = The bot cannot read `{ $field }` in this request. Nothing was changed. If it keeps happening, give the operator of this bot this number: { $id }
discord-serve-again = That took too long to open. Nothing was changed; please try again.
discord-serve-shown = It is done; the result is below for everybody to see.
discord-serve-orders = { $seconds ->
    [one] You have given many orders in the last minute. This one was not done; please give it again in a second.
   *[other] You have given many orders in the last minute. This one was not done; please give it again in { $seconds } seconds.
}
discord-serve-tables = { $most ->
    [one] This server already has its one open table. Finish or close it before you open another.
   *[other] This server already has { $most } open tables, the limit. Finish or close one before you open another.
}
