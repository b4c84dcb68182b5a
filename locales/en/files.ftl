# What `export` and `import` say.
import-done = { $table } is imported up to { $head }.
import-partial = It came from a partial export: you can read it, not play it.
import-unchecked = Its form and its hashes are right; its dice and its rules were not checked. `wardroom audit { $table }` checks them; `import --check` checks before importing.
import-failed-audit = { $file } fails its audit and was not imported.
export-html-to-a-file = The page is too long for a terminal. Name a file: `-o { $table }.html`.
export-done = { $file }: { $table } up to { $head }, { $sealed ->
    [one] one entry sealed
   *[other] { $sealed } entries sealed
}
restore-declared = { $table }: entry { $entry } says that everything from there up to { $head } is lost.
restore-none = No loss was recorded.
restore-other-history = { $table }: play has already passed { $head }, or the head file belongs to another database. Nothing was written. Next time run restore before the bot starts
restore-nowhere = { $table }: it went up to { $head }, and this database has no open table of that name. Tell its players
restore-lines-unread = some lines cannot be read, and their tables are not in the list
picture-none = { $game } has no pictures.
picture-no-such = There is no picture { $kind } of this position. Choose from: { $kinds }.
picture-done = The picture { $kind } is in { $file }.
