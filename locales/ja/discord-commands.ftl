# スラッシュコマンドの入力中に示す候補
discord-suggest-all = 全部
discord-suggest-option = { $option }：{ $help }
discord-suggest-place = { $name }：{ $typed }
discord-suggest-order = { $typed } — { $sentence }
