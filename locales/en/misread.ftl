# What could not be understood in a typed line.
misread-too-long = That line is { $bytes } bytes long; the limit is { $most }. Nothing was done.
misread-too-many = That line holds { $orders } orders; the limit is { $most }. Nothing was done.
misread-alone = `{ $verb }` must be on a line of its own. Nothing on this line was done.
misread-open-quote = The quote after “{ $after }” is never closed with { $close }.
misread-unknown-verb = “{ $given }” is not an order.
misread-ambiguous-verb = “{ $given }” could be { $list }.
misread-unknown-word = “{ $given }” is not valid as { $arg } of “{ $verb }”.
misread-ambiguous = “{ $given }” could be { $list } as { $arg } of “{ $verb }”.
misread-missing = “{ $verb }” needs { $arg }.
misread-left-out = “{ $verb }” is not clear without { $arg }: one of the words typed could be meant for it.
misread-not-a-number = “{ $given }” is not a number for { $arg } of “{ $verb }”.
misread-not-a-count = “{ $given }” is not a number from 1 on. `{ $verb }` takes one as its { $arg }.
misread-extra = “{ $given }” is more than “{ $verb }” takes.
misread-takes-nothing = `{ $verb }` takes no arguments (you typed “{ $given }”).
misread-usage = The form is `{ $verb }`.
misread-opposite = For the opposite, type `{ $verb }`.
misread-read = Read: { $list }.
misread-read-item = “{ $given }” as { $arg }
misread-twice = “{ $verb }” has { $arg } twice.
misread-no-bin = “{ $given }” of “{ $verb }” is not assigned to any { $arg }: write `{ $list }`.
misread-in-no-bin = “{ $given }” of “{ $verb }” is not assigned to any { $arg }.
misread-too-few =
    { $left ->
        [0] No { $class } is left for “{ $verb }”.
        [one] Only one { $class } is left for “{ $verb }”.
       *[other] Only { $left } { $class } are left for “{ $verb }”.
    }
misread-nearest = Did you mean “{ $nearest }”?
misread-legal = Possible now: { $list }.
misread-legal-more = Possible now: { $list } and { $more } more.
misread-nothing-legal = No order is possible now.
