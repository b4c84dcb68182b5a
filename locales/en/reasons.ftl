# Why a computer player gave an order.
reasons-of = Entry { $entry }, { $player }: { $order }. What it weighed:
reasons-weighed = { $share } %: { $typed } – { $why }
reasons-played-out = { $share } %: { $typed } – { $why }; its playouts win { $chance } %
reasons-any = nothing: any legal order would have done.
reasons-lost = That cannot be found out any more: this program, or this server's secret, is not the one it thought with.
reasons-no-computer = No computer player has ordered anything at this table.
reasons-none-yet = No order of a computer player can be explained yet: that is told once everybody may see all that it saw.
reasons-not-yet = Why entry { $entry } was ordered is not told yet: everybody must first be able to see all that was seen by whoever ordered it.
reasons-not-of-computer = Entry { $entry } holds no order of a computer player.
# What decided a game, at its end
ending-decided = What decided it
ending-decided-how = `show decided` (on Discord `/show board what:decided`) tells what choices and dice were worth to your side, and `wardroom replay { $table } --post-mortem` the same order by order.
