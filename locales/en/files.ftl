# What `export` and `import` say.
import-done = { $table } is imported up to { $head }.
import-partial = It came from a partial export: it can be read, not played.
import-unchecked = Its form and its hashes hold; its dice and its rules were not checked. `wardroom audit { $table }` does that, `import --check` before importing.
import-failed-audit = { $file } fails its audit and is not imported.
export-html-to-a-file = A page of a game fills a terminal with its text. Name a file: `-o { $table }.html`.
export-done = { $file }: { $table } up to { $head }, { $sealed ->
    [one] one entry sealed
   *[other] { $sealed } entries sealed
}
picture-none = { $game } has no pictures.
picture-no-such = There is no picture { $kind } of this position. There are: { $kinds }.
picture-done = The picture { $kind } is in { $file }.
