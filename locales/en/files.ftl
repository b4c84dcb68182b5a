# What `export` and `import` say.
import-done = { $table } is imported up to { $head }.
import-partial = It came from a partial export: it can be read, not played.
import-unchecked = Its form and its hashes hold; its dice and its rules were not checked. `wardroom audit { $table }` does that, `import --check` before importing.
import-failed-audit = { $file } fails its audit and is not imported.
export-done = { $file }: { $table } up to { $head }, { $sealed ->
    [one] one entry sealed
   *[other] { $sealed } entries sealed
}
