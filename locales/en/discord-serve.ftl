# What the Discord door says when something is in the way.
discord-serve-failed = That went wrong on our side. Whatever was acknowledged before is kept; please try again. If it keeps failing, tell whoever runs the bot this number: { $id }
discord-serve-busy = The bot has more to do than it can take in just now. Nothing of this was done; please try again in a moment.
discord-serve-strange = The bot does not understand this: it cannot read `{ $field }`. Nothing was changed. If it keeps happening, tell whoever runs the bot this number: { $id }
discord-serve-again = That took too long to open. Nothing was changed; please try again.
discord-serve-shown = It is done; everybody here can see it below.
discord-serve-orders = { $seconds ->
    [one] You have given many orders in the last minute. Nothing of this one was done; please give it again in a second.
   *[other] You have given many orders in the last minute. Nothing of this one was done; please give it again in { $seconds } seconds.
}
discord-serve-tables = { $most ->
    [one] This server already has its one open table. Finish or close it before you open another.
   *[other] This server already has { $most } open tables, as many as it may have. Finish or close one before you open another.
}
