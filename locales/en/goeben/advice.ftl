# The lesson: at each question why it is asked.
lesson-goal = You command the battlecruiser Goeben and the light cruiser Breslau at Messina in August 1914. Two navies are looking for them. To win, earn the points and reach the place in the line with “[ ]” within { $days } days. First the ships take cargo aboard: wireless, for example, to listen to the enemy.
lesson-outfit = Every counter costs cargo points and fills a hull box; `help` with its name explains it. The other ship has none yet.
lesson-collier = Coal decides most, and few harbours here are friendly. So a collier, a coal ship, waits for you at sea. About half-way to your goal is a good place.
lesson-sail = That is enough cargo. `done` ends any phase; now the mission begins.
lesson-outfitting = A day begins with outfitting. In a harbour, ships coal, rearm and repair, and then stay there for the day. A neutral harbour admits a ship once, for one day only; at Messina that day is today. There is no time to stay, so end the phase.
lesson-next-day = Another day begins, again with outfitting. The lesson continues until there has been one battle at sea and one with the coast, so end the phase.
lesson-intelligence = Once a day one ship may listen to the enemy. A chart decides, and the odds are next to the order. At worst the enemy hears you, and the alert rises.
lesson-move = Now the ships move from space to space. Cruising burns no coal; each faster move costs one point. On the map, a code followed by a number is a place that many spaces away. A # before the number marks a harbour with guns, where there are points to win.
lesson-undo = One ship has sailed, and the other has yet to move. This is a practice table: you can take back anything, even dice.
lesson-move-again = Taken back; the log keeps both. Now sail again, there or anywhere else.
lesson-follow = The other ship may go elsewhere, but two ships together are stronger and fire more guns.
lesson-seek = There has been no battle at sea yet. Enemy ships lie face down in patrol zones; others come with the markers that are drawn wherever you stop.
lesson-to-shore = The battle at sea is over. The coast has points as well: sail to a harbour with guns, marked # before its distance on the map.
lesson-moved = No other ship has to move. `done` ends the phase, and then you see what waits at each place.
lesson-attend = Your ships are apart, and each place is settled on its own. Until then its markers lie face down: enemies, or events of the sea.
lesson-contact = Some of the markers were warships. A die, your ships’ Leadership and their speed are set against the alert and the enemy’s speed. The result is who fires first, if anyone. The odds are next to each order.
lesson-break-off = You found them first, so you choose: fight, or leave before a shot is fired. Sinking or damaging an enemy wins points.
lesson-fire = Guns roll dice: one for each gun, plus your Leadership and gear, minus the enemy’s armour. Each { $gunnery } or more hits, and a second die shows where. A battle costs a ship one point of ammunition. The maximum rate costs two, for twice the dice.
lesson-fire-on = Primary guns fire first, then secondary and tertiary, then torpedoes; the enemy answers in each round. A ship that has fired continues for the same point of ammunition.
lesson-bombardment = You are off an enemy harbour with coastal guns. Destroying its guns wins points. But a hit may also strike the town, which costs points, and the bombardment raises the alert.
lesson-bombard-fire = Ashore each { $shore } or more hits, and a die shows what was hit.
lesson-shore-later = You are off a harbour with coastal guns. The lesson comes to them after a battle at sea; `done` leaves them for now.
lesson-shore-contact = Now your ships close the shore. Coastal guns count 0 for contact, so you usually fire first; the odds are next to each order.
lesson-shore-done = That ends the day here. Then the mission is checked: if all its conditions are met, you win; otherwise the next day begins.
lesson-over = This is day { $day }, and the lesson is over; the game is yours to play on. Remember coal: friendly ports give it every day, a neutral one once, your collier once. At any question, `hint` asks an officer and `help` with a word explains it. `help game` says how to win, and `show map` shows where you are. The table stays a practice table.
lesson-over-ended = The mission ended before the lesson. `undo` goes back as often as you like, because this is a practice table. `hint` asks an officer what to do instead, and `help game` says how to win.

# What a learner’s last order came to.
lesson-did-load = Stowed; until the ships sail, `discard` puts it ashore again.
lesson-did-discard = Ashore again; you have its points back.
lesson-did-collier = There she waits. A ship that ends its move with her can coal the next morning.
lesson-did-outfit = That ship stays where it is today.
lesson-did-intelligence = That was today’s attempt.
lesson-did-move = A cruise, and no coal burnt.
lesson-did-move-fast = Fast, for a point of coal; the line of the ships shows what is left.
lesson-did-contact = Contact at cruising speed costs nothing.
lesson-did-contact-fast = Speed helps to find them, for a point of coal.
lesson-did-fight = Now the guns decide.
lesson-did-break-off = Leaving is no shame: these two ships are all you have.
lesson-did-fire = Fired; the lines above show what each die was for.
lesson-did-fire-fast = Twice the dice for twice the ammunition; only an arsenal gives more.
lesson-did-hold = No more shots: that saves ammunition, but the enemy may still fire.
lesson-did-bombard = Your ships close the shore; its guns fire back.
lesson-did-land = The marines hold the place while the ship stays.
lesson-did-undo = Taken back: play continues as if it had never happened, and the log keeps both.
lesson-did-sunk = You have lost a ship. That costs points; here you can take it back with `undo`.
lesson-did-sink = Sunk! Those points are yours.
lesson-did-hit = A hit: damaged guns first count half, then nothing; enough damage sinks a ship.
lesson-did-markers = Where your ships stopped, markers were turned up or drawn, more of them at a higher alert (now { $alert } of 6). Some are ships; most are events.
lesson-did-alert-up = The alert rose: the Allies draw more markers against you and find you more easily.
lesson-did-alert-down = The alert fell: you will meet fewer markers.

# Why an officer would order that.
hint-load-care = a crew that mends what is shot to pieces
hint-load-guns = more dice for every shot
hint-collier = half-way, where coal will run low
hint-collier-1914 = the collier Bogadir lay among the Cyclades
hint-sail = that is enough cargo, and every hull box without cargo loses none
hint-share = every ship gets some
hint-share-one = one ship ready is better than two unready
hint-repair = a repaired ship fights and runs at full strength
hint-coal = without coal there is no speed to escape with
hint-rearm = without ammunition the guns are mute
hint-nothing-here = there are no supplies here
hint-no-stay = a ship that outfits stays here, and days are few
hint-silence = a ship that sends can be heard; a silent one cannot
hint-listen = a fair chance to blind the enemy or to see what waits
hint-jamming = a lower alert helps every day, unless it is already lowest
hint-breakthrough = every unit in one place is shown, so you know where not to go
hint-look-near = you meet the nearest units first
hint-look-much = the most markers lie there
hint-quiet-sea = as few markers as possible, as far along the way as a cruise goes
hint-prey = there is something to fight there
hint-homeward = the goal is that way, and the days run out or everything is done
hint-go-now = the points are won, and the way needs every day that is left
hint-all-done = the orders are fulfilled, so take no more risks
hint-last-chance = anything else would lose the mission
hint-dardanelles = Souchon had orders for Constantinople, and steered for the Dardanelles
hint-evade = coal can be replaced; a hull cannot
hint-risk = coal is precious, and torpedoes miss
hint-ram = she has the most hull to lose
hint-contact = the best chance to fire first
hint-contact-shy = the least chance of being fired at first
hint-fight = if you fire first, the enemy may never fire back
hint-break-off = the ships are needed elsewhere, undamaged
hint-retreat = the fewest markers are drawn there
hint-fire = one point of ammunition lasts the whole battle
hint-fire-all = twice the dice: a ship sunk today does not hunt you tomorrow
hint-torpedo = one may be enough; the rest are for another day
hint-torpedo-all = all at once, while she is near
hint-hold = nothing can be hit
hint-leave-shore = shells ashore may cost points, and they wake the Allies
hint-bombard = destroying its guns wins points
hint-bombard-1914 = on 4 August 1914 the ships shelled Bone and Philippeville
hint-land = a harbour without guns can be taken
hint-any = the obvious course

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
