# Permissions, as Discord's English client calls them.
discord-right-view = View Channels
discord-right-send = Send Messages
discord-right-send-in-threads = Send Messages in Threads
discord-right-threads = Create Public Threads
discord-right-pin = Pin Messages
discord-right-files = Attach Files
discord-right-history = Read Message History
discord-right-manage-threads = Manage Threads
