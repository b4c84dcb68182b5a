# What could not be understood in a typed line.
parse-error-too-long = That line is { $bytes } bytes long; the limit is { $most }. Nothing was done.
parse-error-too-many = That line holds { $orders } orders; the limit is { $most }. Nothing was done.
parse-error-alone = `{ $verb }` must be on a line of its own. Nothing on this line was done.
parse-error-open-quote = The quote after “{ $after }” is never closed with { $close }.
parse-error-unknown-verb = “{ $given }” is not an order.
parse-error-ambiguous-verb = “{ $given }” could be { $list }.
parse-error-unknown-word = “{ $given }” is not valid as { $arg } of “{ $verb }”.
parse-error-ambiguous = “{ $given }” could be { $list } as { $arg } of “{ $verb }”.
parse-error-missing = “{ $verb }” needs { $arg }.
parse-error-left-out = “{ $verb }” is not clear without { $arg }: one of the words typed could be meant for it.
parse-error-not-a-number = “{ $given }” is not a number for { $arg } of “{ $verb }”.
parse-error-not-a-count = “{ $given }” is not a number from 1 on. `{ $verb }` takes one as its { $arg }.
parse-error-extra = “{ $given }” is more than “{ $verb }” takes.
parse-error-takes-nothing = `{ $verb }` takes no arguments (you typed “{ $given }”).
parse-error-usage = The form is `{ $verb }`.
parse-error-opposite = For the opposite, type `{ $verb }`.
parse-error-read = Read: { $list }.
parse-error-read-item = “{ $given }” as { $arg }
parse-error-twice = “{ $verb }” has { $arg } twice.
parse-error-no-bin = “{ $given }” of “{ $verb }” is not assigned to any { $arg }: write `{ $list }`.
parse-error-in-no-bin = “{ $given }” of “{ $verb }” is not assigned to any { $arg }.
parse-error-too-few =
    { $left ->
        [0] No { $class } is left for “{ $verb }”.
        [one] Only one { $class } is left for “{ $verb }”.
       *[other] Only { $left } { $class } are left for “{ $verb }”.
    }
parse-error-nearest = Did you mean “{ $nearest }”?
parse-error-legal = Possible now: { $list }.
parse-error-legal-more = Possible now: { $list } and { $more } more.
parse-error-nothing-legal = No order is possible now.
