# What is in the way between the bot and its mailbox or mail server; for whoever runs it.
mail-line = { $server } cannot be reached, or the connection broke: { $why }
mail-unknown-host = { $server } has no address: the name is misspelt, or this machine’s name servers do not answer
mail-slow = { $server } did not answer within { $seconds } seconds
mail-certificate = { $server } has no trusted certificate, so nothing was sent to it: { $why }
mail-bare = { $server } offers no encryption (STARTTLS), so nothing was sent to it; someone on the network path may have removed the offer
mail-authority = the certificate of ca_file = "{ $file }" cannot be used: { $why }
mail-login = { $server } rejects the user or the password: { $said }
mail-no-folder = { $server } has no folder "{ $folder }" for read mail and cannot create it ({ $said }); set [mail] folder to a name that it accepts, such as "INBOX.{ $folder }"
mail-full = { $server } has no room left: { $said }
mail-later = { $server } asks to try later: { $said }
mail-strange = { $server } gives an unexpected answer: { $said }
mail-sender = { $server } rejects mail from us: { $said }
mail-address = { $server } rejects mail to this address: { $said }
mail-message = { $server } rejects this message: { $said }
mail-no-address = mail cannot be sent to this address
mail-file = { $file }: { $why }
mail-token-command = token_command { $program }: { $why }
mail-token-none = it prints no token; it must print one word
mail-token-cannot-run = it cannot be run: { $why }
mail-token-slow = it did not finish within { $seconds } seconds
mail-token-failed = it failed with { $status }
mail-no-dns = the name servers of this machine cannot be determined: { $why }
