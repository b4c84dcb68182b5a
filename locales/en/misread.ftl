# What could not be understood in a typed line.
misread-too-long = That line has { $bytes } bytes; at most { $most } are read. Nothing was done.
misread-too-many = That line holds { $orders } orders; at most { $most } are taken at once. Nothing was done.
misread-alone = `{ $verb }` is only read from a line of its own. Nothing of this line was done.
misread-open-quote = A quote is never closed with { $close } after “{ $after }”.
misread-unknown-verb = “{ $given }” is no order.
misread-ambiguous-verb = “{ $given }” could be { $list }.
misread-unknown-word = “{ $given }” is not known as { $arg } of “{ $verb }”.
misread-ambiguous = “{ $given }” could be { $list } as { $arg } of “{ $verb }”.
misread-missing = “{ $verb }” needs { $arg }.
misread-left-out = “{ $verb }” is not clear without { $arg }: a word that was typed could be meant for it.
misread-not-a-number = “{ $given }” is no number for { $arg } of “{ $verb }”.
misread-extra = “{ $given }” is too much for “{ $verb }”.
misread-takes-nothing = `{ $verb }` takes no arguments (you typed “{ $given }”).
misread-usage = It is typed: `{ $verb }`.
misread-opposite = For the opposite, type `{ $verb }`.
misread-read = Read: { $list }.
misread-read-item = “{ $given }” as { $arg }
misread-twice = { $arg } of “{ $verb }” is given twice.
misread-no-bin = “{ $given }” of “{ $verb }” stands in no { $arg }: write `{ $list }`.
misread-in-no-bin = “{ $given }” of “{ $verb }” stands in no { $arg }.
misread-too-few =
    { $left ->
        [0] No { $class } is left for “{ $verb }”.
        [one] Only one { $class } is left for “{ $verb }”.
       *[other] Only { $left } { $class } are left for “{ $verb }”.
    }
misread-nearest = Did you mean “{ $nearest }”?
misread-legal = Possible now: { $list }.
misread-legal-more = Possible now: { $list } and { $more } more.
misread-nothing-legal = Nothing can be ordered now.
