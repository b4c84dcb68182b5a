# Why a computer player gave an order.
reasons-of = Entry { $entry }, { $player }: { $order }. What it weighed:
reasons-weighed = { $share } %: { $typed } – { $why }
reasons-played-out = { $share } %: { $typed } – { $why }; its playouts win { $chance } %
reasons-any = nothing: any legal order would have done.
reasons-lost = That can no longer be worked out: this program, or this server's secret, is not the one the computer player used.
reasons-no-computer = No computer player has given an order at this table.
reasons-none-yet = No order of a computer player can be explained yet: reasons are revealed once nothing it saw is secret.
reasons-not-yet = The reason for entry { $entry } is revealed once nothing that its player saw is secret.
reasons-not-of-computer = Entry { $entry } is not an order of a computer player.
# What decided a game, at its end
ending-decided = What decided it
ending-decided-how = `show decided` (on Discord `/show board what:decided`) shows what choices and dice were worth to your side. `wardroom replay { $table } --post-mortem` shows it order by order.
