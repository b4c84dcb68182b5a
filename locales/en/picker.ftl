# Orders put together with menus and buttons.
pick-what = What is your order?
pick-verb = { $verb } …
pick-given = { $arg }: { $value }
pick-place = { $name } ({ $id })
pick-give = Give this order
pick-back = Back
pick-over = Start over
pick-anyway = Do it anyway
pick-earlier = Earlier ({ $page } of { $pages })
pick-more = More ({ $page } of { $pages })
pick-done = Done
pick-nothing = None of these
pick-how-many =
    { $least ->
        [0] Choose at most { $most }.
       *[other]
            { $most ->
                [1] Choose one.
               *[other] Choose { $range }.
            }
    }
pick-cost = { $cost ->
    [one] costs 1 point
   *[other] costs { $cost } points
}
pick-budget = { $spent } of { $budget } points spent.
pick-chosen = Chosen: { $list }.
pick-points =
    { $least ->
        [0] Share out at most { $most } in all.
       *[other] Share out { $range } in all.
    }
pick-share = { $bin }: { $range }
pick-fill = Fill in
pick-range = { $least } to { $most }
pick-not-a-number = “{ $given }” is not a number from { $least } to { $most }.
pick-where = Where to?
pick-way = { $steps ->
    [one] 1 space: { $way }
   *[other] { $steps } spaces: { $way }
}
pick-step-by-step = Step by step
pick-here = Now at { $place }.
pick-way-so-far = The way so far: { $way }.
pick-steps-left = { $count ->
    [one] At most 1 space more.
   *[other] At most { $count } spaces more.
}
pick-stop = Stop here
pick-by-hand = By hand
pick-other = Choose { $arg }
pick-several = You may choose several: each is an order of its own.
pick-not-together = These cannot be ordered together: choose one after another.
pick-type = Type it
pick-form = Form: { $verb }
pick-where-more = Where to? More places
pick-where-one = Choose in one of these menus only.
pick-none-given = Not all of that can be ordered together, so nothing was. { $why }
pick-form-odd = Discord sent back parts of the form that this program does not know ({ $parts }). Everything else is kept: choose what is missing.
pick-typed = There are too many choices for a menu: type the rest of the order.
pick-example = For example: { $text }
pick-bin-count = { $bin }: { $count }
pick-class-count = { $class } ×{ $count }
pick-bin = { $count } in it; allowed: { $range }.
pick-take = { $spare ->
    [0] Place all { $count }.
   *[other] Place exactly { $count }; { $spare } stay.
}
pick-bins =
    { $most ->
        [0] { $bins }: no room.
       *[other]
            { $least ->
                [1] { $bins }: at most { $most } each.
               *[other] { $bins }: { $range } each, or none.
            }
    }
pick-which-bin = Fill which one?
pick-bins-more = The next ones
pick-things = What goes into { $bin }?
pick-rest = The rest here
pick-left = { $count ->
    [0] Everything is placed.
    [one] 1 is left to place.
   *[other] { $count } are left to place.
}
pick-too-many = { $count } too many are placed.
pick-bin-few = Too few in “{ $bin }”: { $held } of at least { $least }. Place more there, or none.
pick-bin-full = { $most ->
    [0] There is no room in “{ $bin }”.
   *[other] Too many in “{ $bin }”: you placed { $held } there, and { $most } is the most.
}
pick-bin-other = { $bin } cannot be used together with another of the same number.
pick-must = You must place these: { $things }.
pick-spread = Fill at least { $count } of these: { $bins }.
