# The lesson: at each question why it is asked.
lesson-goal = You command the battlecruiser Goeben and the light cruiser Breslau, at Messina in August 1914, with two navies looking for them. You win with the points and the place that the line with “[ ]” names, within { $days } days. Before they sail, ships take cargo aboard: wireless, say, to listen to the enemy.
lesson-outfit = Every counter costs cargo points and fills a box of the hull; `help` and its name tell what it does. The other ship has none yet.
lesson-collier = Nothing decides more than coal, and hardly a harbour here is friendly. So a collier, a coal ship, waits for you somewhere at sea; about half-way to your goal is a good place.
lesson-sail = That is cargo enough. `done` ends a phase wherever you stand: now the mission begins.
lesson-outfitting = A day begins with outfitting: in a harbour ships coal, rearm and repair, and then stay there for the day. A neutral harbour lets a ship in once and for one day only; at Messina that day is today. There is no time to stay, so go on.
lesson-next-day = Another day begins, with outfitting again. The lesson goes on until there was a battle at sea and one with the coast; so go on.
lesson-intelligence = Once a day one ship may listen to the enemy. A chart decides, and the odds stand beside the order: at worst the enemy hears you, and the alert goes up.
lesson-move = Now the ships move, from space to space. Cruising burns no coal; each faster move costs a point of it. On the map a code followed by a number is a place so many spaces away, and # before it is a harbour with guns, where there is something to win.
lesson-undo = One ship has sailed, and the other has yet to move. This is a table for practice: whatever you did, dice and all, can be taken back.
lesson-move-again = Taken back; the log keeps both. Now sail again, there or anywhere else.
lesson-follow = The other ship may go her own way, but two ships together are stronger, and fire more guns.
lesson-seek = No shot has fallen at sea yet. The ships of the enemy lie face down in patrol zones, and others come with the markers that are drawn wherever you stop.
lesson-to-shore = The battle at sea is behind you. The coast has points as well: sail to a harbour with guns, which has # before its distance on the map.
lesson-moved = No other ship has to move. `done` ends the phase, and then you see what waits where they are.
lesson-attend = Your ships are apart, and each place is settled by itself. Markers lie face down until then: enemies, or events of the sea.
lesson-contact = Some of the markers were warships. A die and your ships’ Leadership and speed stand against the alert and the speed of theirs: that decides who fires first, if anybody. The odds stand beside each order.
lesson-break-off = You have found them first, so the choice is yours: fight, or be gone before a shot is fired. To sink or damage an enemy wins points.
lesson-fire = Guns throw dice: for the guns, your Leadership and gear, less the enemy’s armour. Each { $gunnery } or more is a hit, and a second die tells where. A battle costs a ship one point of ammunition, at the maximum rate two, for twice the dice.
lesson-fire-on = Big guns fire first, then the middle and the light ones, then torpedoes; the enemy answers in each round. A ship that has fired fires on for the same point of ammunition.
lesson-bombardment = You lie off an enemy harbour that is guarded by coastal guns. To shell it wins points where its guns are destroyed; but a hit may also strike the town, which costs points, and it raises the alert.
lesson-bombard-fire = Ashore each { $shore } or more is a hit, and a die tells what was hit.
lesson-shore-later = You lie off a harbour with coastal guns. The lesson comes to them after a battle at sea; `done` leaves them for now.
lesson-shore-contact = Now your ships close the shore. Guns ashore do not sail and count 0 for contact, so as a rule you fire first; the odds stand beside each order.
lesson-shore-done = That is all for this day, here. Then the mission is looked at: with everything that it wants it is won, else the next day begins.
lesson-over = This is day { $day }, and the game is yours: nothing was only for show. Remember coal: friendly ports give it day after day, a neutral one once, your collier once. `hint` asks an officer at any question, `help` and a word explains it, `help game` tells what wins, and `show map` shows where you are. The table goes on as one for practice.
lesson-over-ended = The mission has ended sooner than the lesson. `undo` takes you back as often as you like, for this is a table for practice; `hint` asks an officer what to do otherwise, and `help game` tells what wins.

# What a learner’s last order came to.
lesson-did-load = Stowed; until the ships sail, `discard` puts it ashore again.
lesson-did-discard = Put ashore again; its points are yours once more.
lesson-did-collier = There she waits. A ship that ends its move with her can coal the next morning.
lesson-did-outfit = That ship stays where it is today.
lesson-did-intelligence = That was the attempt of today.
lesson-did-move = Cruised, and no coal burnt.
lesson-did-move-fast = Fast, for a point of coal; look at what is left in the line of the ships.
lesson-did-contact = Sought at cruising speed, which costs nothing.
lesson-did-contact-fast = Speed helps to find them, for a point of coal.
lesson-did-fight = Now it is guns against guns.
lesson-did-break-off = Getting away is no shame: two ships are all there is.
lesson-did-fire = Fired; the dice above tell what each was for.
lesson-did-fire-fast = Twice the dice for twice the ammunition; only an arsenal gives more of it.
lesson-did-hold = Not a shot more: that saves ammunition, and the enemy may still fire.
lesson-did-bombard = Your ships close the shore; its guns fire back.
lesson-did-land = The marines hold the place as long as the ship stays.
lesson-did-undo = Taken back: play goes on as if it had never been, and the log keeps both.
lesson-did-sunk = You have lost a ship. That costs points; here you can take it back with `undo`.
lesson-did-sink = Sunk! Those points are yours.
lesson-did-hit = A hit: guns first count half, then nothing; enough damage, and a ship goes down.
lesson-did-markers = Where your ships stopped the markers were turned up or drawn: more of them the higher the alert, now { $alert } of 6. Some are ships, most are events.
lesson-did-alert-up = The alert went up: the Allies are more awake, draw more markers against you and find you more easily.
lesson-did-alert-down = The alert went down: fewer markers will meet you.

# Why an officer would order that.
hint-load-care = a crew that mends what is shot to pieces
hint-load-guns = more dice for every shot
hint-collier = half-way, where the bunkers will be half empty
hint-collier-1914 = the collier Bogadir lay among the Cyclades
hint-sail = that is cargo enough, and every box of the hull that carries none loses none
hint-share = everybody gets some
hint-share-one = one ship that is ready is better than two that are not
hint-repair = a ship that is whole fights and runs as it should
hint-coal = without coal there is no speed to escape with
hint-rearm = without ammunition the guns are mute
hint-nothing-here = there is nothing to be had here
hint-no-stay = a ship that is served here stays here, and days are few
hint-silence = whoever sends is heard; whoever is silent is not
hint-listen = a fair chance to blind the enemy or to see what waits
hint-jamming = the alert goes down unless it is at its lowest, and that helps every day
hint-breakthrough = all that lies in one place is turned up, so you know where not to go
hint-look-near = what is near is what you meet first
hint-look-much = the most markers lie there
hint-quiet-sea = as few markers as there can be, as far on the way as cruising goes
hint-prey = there is something to fight there
hint-homeward = the goal is that way, and the days run out or all is done
hint-go-now = the points are won, and every day that is left is wanted for the way
hint-all-done = all that the orders want is done, and nothing more is to be risked
hint-last-chance = anything else would lose the mission
hint-dardanelles = Souchon had orders for Constantinople, and steered for the Dardanelles
hint-evade = coal comes back; a hull does not
hint-risk = coal is dear, and torpedoes miss
hint-ram = she has the most hull to lose
hint-contact = the best chance to fire first
hint-contact-shy = the least chance to be fired at first
hint-fight = whoever fires first may not be fired at
hint-break-off = the ships are wanted elsewhere, and whole
hint-retreat = the fewest markers are drawn there
hint-fire = one point of ammunition lasts the whole battle
hint-fire-all = twice the dice, for whatever sinks today does not hunt you tomorrow
hint-torpedo = one may do, and the rest are for another day
hint-torpedo-all = all at once, while she is near
hint-hold = nothing can be hit
hint-leave-shore = shells ashore may cost points, and they wake the Allies
hint-bombard = its guns destroyed are points
hint-bombard-1914 = on 4 August 1914 the ships shelled Bone and Philippeville
hint-land = a harbour without guns is there for the taking
hint-any = the plain way on

# Who would order that.
lesson-hint =
    Lesson. { $adviser ->
        [bold] A bold officer would say
       *[other] A cautious officer would say
    }: { $why }.
hint-line =
    { $adviser ->
        [cautious] A cautious officer
        [bold] A bold officer
       *[historical] As it was then
    }: `{ $typed }` – { $why }
