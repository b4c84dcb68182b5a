# The page of a published table, for spectators with a browser.
spectators-language = English
spectators-languages = Language
paper-operator = the operator of this server
paper-contact = the person who runs this server
spectators-to-board = To the position
spectators-standing = State of the game
spectators-seat = { $seat }: taken
spectators-seat-asked = { $seat }: to decide now
spectators-seat-free = { $seat }: free
spectators-practice = A practice table: orders may be taken back past dice.
spectators-delayed = { $delay ->
    [one] By the players’ choice this page is one entry of the log behind.
   *[other] By the players’ choice this page is { $delay } entries of the log behind.
}
spectators-written = Last entry shown:
spectators-latest = Back to the latest
spectators-reload = Load again
spectators-one-file = The whole game as one file: every step, and a check of every die in your browser. Making it may take a minute.
spectators-picture = Drawn from what spectators may see; the same in words is below. Select the picture to see it in full size.
spectators-picture-earlier = The map as it last was in this battle, after entry { $entry }: it is empty now.
spectators-days = Day by day:
spectators-day = { $day ->
    [0] set-up
   *[other] { $day }
}
spectators-day-of-part = { $name } { $part }: { $day ->
    [0] set-up
   *[other] { $day }
}
spectators-report = What happened on this day
spectators-report-none = Nothing that spectators may see.
spectators-board = The position in words
spectators-dice = The dice
spectators-dice-shown = Every roll so far, and how the faces have fallen
spectators-head = Head of the log here:
spectators-how = { $closed ->
    [yes] Anyone with this link sees what every spectator could see, and in the file above the whole game. Any player can remove the page.
   *[no] Anyone with this link sees what every spectator may see, and nothing that only a player knows. Any player can remove the page.
}
spectators-none = There is no page here. A link works until the players of its table end it.
spectators-only-shown = This page can only be read.
spectators-too-much = There are too many requests just now. Come back in a minute.
spectators-trouble = This page cannot be shown just now. Try again later.
