# What is suggested while a slash command is typed
discord-suggest-all = all
discord-suggest-option = { $option }: { $help }
discord-suggest-place = { $name }: { $typed }
discord-suggest-order = { $typed } — { $sentence }
