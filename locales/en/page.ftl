# A table's past as one page of HTML.
page-title = { $game }: table { $table }
page-about-whole = The whole game, with everything that was hidden. It ends at { $head }.
page-about-everyone =
    { $sealed ->
        [one] The game so far, up to { $head }, as everybody may see it: one entry is sealed and appears only as a digest.
       *[other] The game so far, up to { $head }, as everybody may see it: { $sealed } entries are sealed and appear only as digests.
    }
page-about-seats =
    { $sealed ->
        [one] The game so far, up to { $head }, as { $seats } may see it: one entry is sealed and appears only as a digest.
       *[other] The game so far, up to { $head }, as { $seats } may see it: { $sealed } entries are sealed and appear only as digests.
    }
page-about-withheld =
    { $withheld ->
        [one] What players wrote to each other is left out: one entry appears only as a digest. `wardroom export --html --with-messages` includes them.
       *[other] What players wrote to each other is left out: { $withheld } entries appear only as digests. `wardroom export --html --with-messages` includes them.
    }
page-club-log = The opening of { $table } and its entry { $seq } are in the log of { $origin } at checkpoint { $checkpoint }. The proofs are in this page: `wardroom audit FILE.html --log-key KEY` checks them.
page-skip = To the game in words
page-no-scripts = Scripts are off in this browser.
page-plain = To see pictures, step through the game and check its log, turn scripts on and use a browser of 2020 or later. Without them, the dice and the whole game in words follow.
page-map = The position on the map; it is also given in words.
page-keys = Step through the game
page-first = To the beginning
page-day-back = One day or turn back
page-back = One step back
page-forward = One step forward
page-day-forward = One day or turn forward
page-last = To the end
page-slider = Step of the game
page-place = Step { $step } of { $steps }, entry { $entry } of { $last }
page-position = The position
page-keys-help = Keys: ← and → move by one step, Page Up and Page Down by a day or turn, Home and End to the ends.
page-check = Is it true?
page-check-what = This recomputes the chain of hashes through all entries and, if the seed is revealed, every salt and every die. It runs in your browser and uses only what is on this page.
page-check-not = It checks the log only, not the words and pictures on this page, and not itself: someone who changes a page can change both. `wardroom audit FILE.html` takes the log out of the page, writes the page again and compares every byte.
page-check-now = Check the log
page-checking = Checking …
page-checked = Everything in the log that can be checked here is right.
page-failed = Something is wrong with the log.
page-failed-script = The check itself failed, which says nothing about the log: { $what }
page-unread = There is no log to check: { $what }
page-rules = not checked here. `wardroom audit` checks them in an export of this table.
page-not-covered = Not checked: the words, pictures and dice that this page shows, and the rules of the game. `wardroom audit FILE.html` checks them.
page-check-sealed = { $sealed } sealed entries appear only as digests: the chain covers them, but their contents are not checked.
page-browser-agrees = The browser's own cryptography gives the same results: { $compared } hashes and keys compared.
page-browser-differs = The browser's own cryptography gives different results. Do not trust this check: try another browser.
page-browser-has-none = This browser has no cryptography of its own to compare with, so only this page's code made the check.
page-without-log = it holds no log of a table; pages written by `wardroom export TABLE --html` do
page-setting-unread = its description of itself cannot be read: { $why }
page-show-entry = Show entry { $entry }
page-dice = Dice
page-dice-all = Every roll, and how the dice have fallen
page-story = The game in words
page-form = it does not have the form of an entry
page-form-of = it does not have the form of an entry: { $key }
page-roll = it is an impossible roll
