# The lesson: at each question why it is asked.
gf-lesson-goal = You are Britain; a cautious admiral plays Germany. A lead of 7 points at the end of a turn wins. Points come from ships sunk, and from hexes off the German coast that only you hold. A battle is about to begin: form your fleets, the fast ones face up. BB, B and (B) are battleships, from new to old. BC and (BC) are battlecruisers, which are fast. One slow ship slows its whole fleet.
gf-lesson-raid = Face down, fleets and dummies look alike, even to their owner. All your markers but the last are on the map. Put it off the German coast, in a hex that nobody guards: in `show map`, small letters mark such hexes, and VP is their worth.
gf-lesson-interception = Now the markers move. Look for a hex with markers of both sides where yours count for more: face up 2, face down 1, twice that in your own home hex. There you may push all of them, friend and foe, to the next hex. Here, push to where there is more to win.
gf-lesson-pass = No move gains anything now. When both sides pass in a row, all the markers are turned face up.
gf-lesson-hex = The markers are fleets, or nothing. Now each hex with fleets of both sides is fought out, in the order that the attacker chooses.
gf-lesson-manoeuvre = Contact: the markers are face up, and ships of both sides meet. A round begins with a die for combat initiative: a side ahead by two or more may choose the range. Half fire adds to it; so does excess manoeuvre, at the risk of confusion, in which you cannot fire.
gf-lesson-situation = You are ahead, so you choose: close range gives every ship more gunnery, on both sides; long range gives less.
gf-lesson-gunnery = The gunnery of your ships adds up to points. Each target costs its defence; then two dice decide whether it is damaged or sunk. The enemy aims in secret, too.
gf-lesson-persistence = The round is over. If both sides fight on, there is another round; a side that breaks off goes home and leaves the hex to the other.
gf-lesson-damaged = The battle is over. Damaged ships are not lost: they go to numbered boxes, and each turn dice bring back the ships of some boxes. Spread them out, and some ship always comes.
gf-lesson-over = Every turn begins with armament, in which dice bring ships from the boxes, and initiative, in which dice decide who may attack. From now on you play both sides. At any question, `hint` asks an admiral and `help` with a word explains it. `undo` takes anything back, and `help game` says how to win. Another player can take over a side with `pass-seat`.
gf-lesson-over-ended = The game ended before the lesson. `undo` goes back as often as you like, because this is a practice table. `hint` asks an admiral what to do instead, and `help game` says how to win.

# What a learner’s last order came to.
gf-lesson-did-stow = They wait there until a die brings them back.
gf-lesson-did-form = Formed, and known only to you; the markers will be shuffled.
gf-lesson-did-place-shown = A fast fleet face up counts double when markers are moved.
gf-lesson-did-intercept = Each hex can be moved from only once.
gf-lesson-did-manoeuvre = Declared, and rolled at once.
gf-lesson-did-fire = Aimed, and secret until both sides have aimed.
gf-lesson-did-hold-fire = Your ships do not fire this round.
gf-lesson-did-fight-on = Another round follows if the other side agrees.
gf-lesson-did-break-off = Those fleets go home and are safe.
gf-lesson-did-undo = Taken back: play continues as if it had never happened, and the log keeps both.
gf-lesson-did-sink = Ships were sunk: each scores for the other side, the old ones only in twos and threes.
gf-lesson-did-damage = Damaged ships leave the battle for the boxes; they score nothing.
gf-lesson-did-control = Hexes off the enemy’s coast have scored for the attacker.
gf-lesson-did-reveal = All markers are turned face up; the dummies leave the map.
gf-lesson-did-points = The score has changed: one side’s gain is the other’s loss.

# Why an admiral would order that.
gf-hint-commit = ships in a box do not fight
gf-hint-respread = with the old ships out of reach, every box that comes is a good one
gf-hint-respread-even = spread out, some ship comes on any roll
gf-hint-keep-back = ships in the boxes cannot be sunk
gf-hint-commit-again = another box full of ships
gf-hint-stay = you may need every ship, and must keep a minimum
gf-hint-transfer = old ships slow the fleet down; they can wait in the boxes
gf-hint-send = the oldest are the least useful
gf-hint-stow = spread out, some ship comes on any roll
gf-hint-stow-damaged = spread out, some of them are back soon
gf-hint-stow-reserve = out of reach of the dice, so that those bring other boxes
gf-hint-hold-back = America stays out of it
gf-hint-unleash = points every turn, so the sooner the better
gf-hint-submarines-then = Germany waited until February 1917
gf-hint-one-die = one die costs nothing
gf-hint-two-dice = a better chance to attack, at the risk of a point
gf-hint-jutland = in May 1916 both fleets sought each other, off Jutland
gf-hint-seek = there are no points without a battle
gf-hint-wait = without a battle there is nothing to lose
gf-hint-accept = refusing costs 3 points, and the enemy has ships to lose too
gf-hint-refuse = 3 points, but not a ship is lost
gf-hint-return = spread out, they are soon back
gf-hint-form = fast, middling and slow ships apart, each at its best
gf-hint-form-fewest = a few strong fleets among many dummies
gf-hint-form-shown = fast fleets face up count double, and you know where they are
gf-hint-form-most = many fleets cover many coasts
gf-hint-guard = the attacker scores only where you have no fleet
gf-hint-raid = the attacker scores where it alone has a fleet
gf-hint-meet = the enemy is there, and sunk ships score
gf-hint-intercept = the markers are pushed where you want them
gf-hint-pass = after two passes in a row the markers are turned face up
gf-hint-strong-hex = here you have more ships
gf-hint-rich-hex = here the enemy has most to lose
gf-hint-full-guns = all guns, and no confusion
gf-hint-outsail = half the guns, for the choice of how it is fought
gf-hint-excess = more manoeuvre, at the risk of confusion
gf-hint-close = more gunnery for every ship
gf-hint-long = less harm to both sides
gf-hint-halve = half the enemy’s guns cannot fire
gf-hint-hold-fire = no ship is in reach
gf-hint-fire-weakest = the most targets for the points
gf-hint-fire-dearest = the strongest ships are the enemy’s battle line
gf-hint-fire-best = the most points sunk for the gunnery
gf-hint-fire-fleet = a fleet of two ships goes home
gf-hint-go-home = ships that are home can fight next turn
gf-hint-fight-on = the enemy is not always in reach
gf-hint-any = the obvious course
gf-hint-win = this ends the game, and wins it
gf-hint-last-chance = anything else may lose the game

# Who would order that.
gf-lesson-hint =
    Lesson. { $adviser ->
        [bold] A bold admiral would say
       *[other] A cautious admiral would say
    }: { $why }.
gf-hint-line =
    { $adviser ->
        [cautious] A cautious admiral
        [bold] A bold admiral
       *[historical] As it was then
    }: `{ $typed }` – { $why }
