# Orders put together with menus and buttons.
discord-pick-what = What is your order?
discord-pick-verb = { $verb } …
discord-pick-given = { $arg }: { $value }
discord-pick-place = { $name } ({ $id })
discord-pick-give = Give this order
discord-pick-back = Back
discord-pick-over = Start over
discord-pick-anyway = Do it anyway
discord-pick-earlier = Earlier ({ $page } of { $pages })
discord-pick-more = More ({ $page } of { $pages })
discord-pick-done = Done
discord-pick-nothing = None of these
discord-pick-how-many =
    { $least ->
        [0] Choose at most { $most }.
       *[other]
            { $most ->
                [1] Choose one.
               *[other] Choose { $least } to { $most }.
            }
    }
discord-pick-cost = { $cost ->
    [one] costs 1 point
   *[other] costs { $cost } points
}
discord-pick-budget = { $spent } of { $budget } points spent.
discord-pick-chosen = Chosen: { $list }.
discord-pick-points =
    { $least ->
        [0] Share out at most { $most } in all.
       *[other] Share out { $least } to { $most } in all.
    }
discord-pick-share = { $bin }: { $least } to { $most }
discord-pick-fill = Fill in
discord-pick-range = { $least } to { $most }
discord-pick-not-a-number = “{ $given }” is not a number from { $least } to { $most }.
discord-pick-where = Where to?
discord-pick-way = { $steps ->
    [one] 1 space: { $way }
   *[other] { $steps } spaces: { $way }
}
discord-pick-step-by-step = Step by step
discord-pick-here = Now at { $place }.
discord-pick-way-so-far = The way so far: { $way }.
discord-pick-steps-left = { $count ->
    [one] At most 1 space more.
   *[other] At most { $count } spaces more.
}
discord-pick-stop = Stop here
discord-pick-by-hand = By hand
discord-pick-other = Choose { $arg }
discord-pick-several = You may choose several: each is an order of its own.
discord-pick-not-together = These cannot be ordered together: choose one after another.
discord-pick-type = Type it
discord-pick-typed = There are too many choices for a menu: type the rest of the order.
discord-pick-example = For example: { $text }
discord-pick-bin-count = { $bin }: { $count }
discord-pick-class-count = { $class } ×{ $count }
discord-pick-bin = { $count } in it; { $least } to { $most } are allowed.
discord-pick-which-bin = Fill which one?
discord-pick-bins-more = The next ones
discord-pick-things = What goes into { $bin }?
discord-pick-rest = The rest here
discord-pick-left = { $count ->
    [0] Everything is placed.
    [one] 1 is left to place.
   *[other] { $count } are left to place.
}
discord-pick-too-many = { $count } too many are placed.
discord-pick-bin-few = { $bin } needs at least { $least }.
discord-pick-bin-full = { $bin } holds at most { $most }.
discord-pick-bin-other = { $bin } cannot be used together with another of the same number.
discord-pick-must = You must place these: { $things }.
discord-pick-spread = Fill at least { $count } of these: { $bins }.
