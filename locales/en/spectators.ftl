# The page of a published table, for spectators with a browser.
spectators-language = English
spectators-languages = Language
spectators-to-board = To the position
spectators-standing = How it stands
spectators-seat = { $seat }: taken
spectators-seat-asked = { $seat }: to decide now
spectators-seat-free = { $seat }: free
spectators-practice = A practice table: orders may be taken back past dice.
spectators-delayed = { $delay ->
    [one] The players let this page stay one entry of the log behind.
   *[other] The players let this page stay { $delay } entries of the log behind.
}
spectators-written = Last entry shown:
spectators-latest = Back to the latest
spectators-reload = Load again
spectators-one-file = The whole game as one file: every step, and a check of every die in your browser. It may take a minute to be made.
spectators-picture = Drawn from what spectators may see; the same in words stands below. The picture opens in full size.
spectators-picture-earlier = The map as it last stood in this battle, after entry { $entry }: nothing lies on it now.
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
    [yes] Whoever has this link sees what every spectator could see, and by the file above all of the game. Any player can take the page away.
   *[no] Whoever has this link sees what every spectator may see, and nothing that only a player knows. Any player can take the page away.
}
spectators-none = There is nothing here. A link works as long as the players of its table let it.
spectators-only-shown = This can only be looked at.
spectators-too-much = Too much is asked for just now. Come back in a minute.
spectators-trouble = This cannot be shown just now.
