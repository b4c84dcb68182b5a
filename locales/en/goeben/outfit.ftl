# Cargo and outfits of Goeben, 1914.
cargo-for =
    { $points ->
        [one] For 1 point: { $counters }.
       *[other] For { $points } points: { $counters }.
    }
cargo-does = { $item } ({ $does })
cargo-and = {" and "}
cargo-repair =
    { $more ->
        [one] +1 repair die
       *[other] +{ $more } repair dice
    }
cargo-fire =
    { $more ->
        [one] +1 fire die
       *[other] +{ $more } fire dice
    }
cargo-raid =
    { $more ->
        [one] +1 raid die
       *[other] +{ $more } raid dice
    }
cargo-contact = contact +{ $more }
cargo-seebataillon = can hold a port
cargo-camera-crew = points for a sinking filmed
cargo-mines = laid at sea
cargo-seaplane = scouts
cargo-torpedo-nets = fewer torpedo hits in harbour
cargo-torpedo-reload = fills the tubes once
cargo-wireless = intelligence +1 and contact +{ $contact } with two ships
outfit-ships = { $ships }: { $items }
outfit-stows =
    { $points ->
        [one] { $what } (1 point).
       *[other] { $what } ({ $points } points).
    }
