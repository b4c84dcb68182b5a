# What is in the way between the bot and its mailbox or mail server; for whoever runs it.
mail-line = { $server } cannot be reached, or broke off: { $why }
mail-unknown-host = { $server } has no address: the name is written wrong, or this machine’s name servers do not answer
mail-slow = { $server } did not answer within { $seconds } seconds
mail-certificate = { $server } does not show a certificate that can be trusted, so nothing was sent to it: { $why }
mail-bare = { $server } offers no encryption (STARTTLS), so nothing was sent to it; somebody on the way may have taken it out
mail-authority = the certificate of ca_file = "{ $file }" cannot be used: { $why }
mail-login = { $server } does not accept user and password: { $said }
mail-no-folder = { $server } has no folder "{ $folder }" for read mail and does not make one ({ $said }); set [mail] folder to a name that it accepts, such as "INBOX.{ $folder }"
mail-full = there is no room: { $server } says { $said }
mail-later = { $server } puts it off: { $said }
mail-strange = { $server } answers what is not expected: { $said }
mail-sender = { $server } takes no mail from us: { $said }
mail-address = { $server } takes no mail for this address: { $said }
mail-message = { $server } does not take this message: { $said }
mail-no-address = this is no address that mail can be sent to
mail-file = { $file }: { $why }
mail-token-command = token_command { $program }: { $why }
mail-token-none = it prints no token: one word on its output
mail-token-cannot-run = it cannot be run: { $why }
mail-token-slow = it did not end within { $seconds } seconds
mail-token-failed = it failed with { $status }
mail-no-dns = the name servers of this machine cannot be found out: { $why }
