# Chapters 18 to 23 of Goeben, 1914: the optional rules.
option-variable-deployment = variable deployment
option-moltke = Moltke for Goeben
option-stralsund = Stralsund
option-four-ships = all four German ships
option-austria-hungary = Austro-Hungarian ships
option-seaplanes = seaplanes
option-night = night battles
option-mines = mines
board-options = Optional rules: { $rules }.
austrian-values =
    { $may ->
        [yes] Guns { $primary }-{ $secondary }-{ $tertiary }, torpedoes { $torpedoes }, armour { $armour }, speed { $speed }, Leadership { $leadership }; may move.
       *[no] Guns { $primary }-{ $secondary }-{ $tertiary }, torpedoes { $torpedoes }, armour { $armour }, speed { $speed }, Leadership { $leadership }; may not move now.
    }
austrian-home = { $ship } ({ $class }), gone home until the scenario ends
space-austrians = Austro-Hungarian ships here: { $ships }.
place-mines =
    { $count ->
        [one] a minefield of yours
       *[other] { $count } minefields of yours
    }
event-deployment-rolled = The squadron may begin at { $space } instead of its usual place.
event-squadron-deployed = The squadron begins at { $space }.
event-austrians-arrived = The Austro-Hungarian fleet comes out at { $space }: { $ships }.
event-austrian-lost =
    { $loss ->
        [sunk] { $ship } goes down at { $space } ({ $why }).
       *[damaged] { $ship } leaves { $space } for home until the scenario ends ({ $why }).
    }
event-lead-chosen = { $nation }: its ships fire first in this battle.
event-seaplane-flew =
    { $result ->
        [shot-down] The seaplane of { $ship } is shot down over { $space }.
        [sighted] The seaplane of { $ship } sees everything at { $space }.
       *[nothing] The seaplane of { $ship } finds nothing at { $space }.
    }
event-night-fell = The battle at { $space } is fought at night: guns count half, except on ships with searchlights.
event-mines-laid = { $ship } lays mines at { $space }.
event-mines-sprung =
    { $count ->
        [0] The Allies at { $space } pass through the mines unharmed. The mines are spent.
       *[other] Mines at { $space } put these out of the scenario: { $ships }. The mines are spent.
    }
roll-deployment = Where the squadron may begin: { $dice }.
roll-fleet-sortie = Austro-Hungarian ships that come out: { $dice }.
roll-fleet-ships = Austro-Hungarian ships drawn, by position in the box of { $of }: { $dice }.
roll-night =
    { $top ->
        [1] Night at { $a }? On 1 or 2: { $dice }, night.
        [2] Night at { $a }? On 1 or 2: { $dice }, night.
       *[other] Night at { $a }? On 1 or 2: { $dice }, day.
    }
roll-reconnaissance = The seaplane of { $a } over { $b }; 1 loses it, 4 or more finds: { $dice }.
roll-mine =
    { $top ->
        [6] { $a } among German mines; a 6 strikes one: { $dice }.
       *[other] { $a } among German mines; a 6 strikes one: { $dice }, none is struck.
    }
purpose-deployment = deployment
purpose-fleet-sortie = Austro-Hungarian sorties
purpose-night = night
purpose-reconnaissance = reconnaissance
purpose-mine = German mines
prompt-lead = Two nations fight at { $a }: whose ships fire first?
order-deploy = Let the squadron begin at { $space }.
order-scout = Send the seaplane of { $ship } over { $space }.
order-lay = { $ship } lays her mines at { $space }.
order-lead =
    { $nation ->
        [german] The German ships fire first.
       *[other] The Austro-Hungarian ships fire first.
    }
why-moltke = Moltke
why-stralsund = Stralsund
why-four-ships = all four ships
why-austrian-sunk = an Austro-Hungarian ship lost
why-austrian-damaged = an Austro-Hungarian ship damaged
why-submarine = a submarine
why-battle = battle
why-shot-down = shot down
why-mine = struck a mine
refusal-no-coal-needed = { $ship } has one speed, cruising, and needs no coal for it.
refusal-foreign-waters = Austro-Hungarian ships stay in the Adriatic and the Eastern Mediterranean: { $space } is closed to { $ship }.
refusal-no-mines = { $ship } has no mines aboard.
refusal-not-on-the-way = { $space } is neither where { $ship } is nor on the way she has just sailed.
refusal-neutral-waters = No mines may be laid at { $space }, a neutral harbour.
refusal-no-seaplane = { $ship } has no seaplane aboard.
refusal-scouted-already = The seaplane of { $ship } has flown today.
refusal-not-beside = { $space } is not next to { $ship }.
refusal-no-place-to-begin = The squadron cannot begin there.
refusal-ship-away = { $ship } is no longer on the map.
refusal-other-nation-first = The ships of the other nation fire before { $ship }; `hold` ends their fire.
refusal-wrong-class = { $item } cannot be carried there: mines are for light cruisers, seaplanes for battlecruisers.
refusal-one-seaplane = A ship carries one seaplane at most.
refusal-seaplane-unswapped = A seaplane lies in two hull boxes and cannot be exchanged; it can only be moved, with `trade`.
refusal-no-two-boxes = The seaplane needs two free hull boxes side by side; those are not.
refusal-not-for-austrians = Austro-Hungarian ships cannot do that: { $ship } can only sail and fight.
