# The lesson: at each question why it is asked.
gf-lesson-goal = You are Britain; a cautious admiral plays Germany. A lead of 7 points at the end of a turn wins: for ships sunk, and for hexes off the German coast that only you hold. A battle is joined; form your fleets, the fast ones face up. BB, B and (B) are battleships, from new to old, BC and (BC) battlecruisers, which are fast; a slow ship slows its whole fleet.
gf-lesson-raid = Face down, fleets and dummies look alike, even to their owner. All markers lie on the map but your last. Put it off the German coast, where nobody guards: in `show map` small letters are such hexes, and VP is what they are worth.
gf-lesson-interception = Now the markers move. Where both sides have some and yours count for more (face up 2, face down 1, twice that in one’s home hex), you may push all of them, friend and foe, to the next hex: here to where more is to be won.
gf-lesson-pass = Nothing gains by moving now. When both sides pass in a row, all the markers are turned over.
gf-lesson-hex = The markers are fleets, or nothing. Now each hex in which both have fleets is fought out, and the attacker says in which order.
gf-lesson-manoeuvre = Contact: the markers are turned over, and ships of both sides meet. A round begins with a die for combat initiative: whoever is ahead by two or more may choose the range. Half fire adds to it; so does excess manoeuvre, at the risk of confusion, in which nobody fires.
gf-lesson-situation = You are ahead, so you choose: close range gives every ship more gunnery, on both sides; long range less.
gf-lesson-gunnery = Your ships’ gunnery is added up into points. Each target takes as many as its defence; then two dice tell whether it is damaged or sunk. The enemy aims in secret, too.
gf-lesson-persistence = The round is over. Where both sides fight on, there is another round; who breaks off goes home and leaves the hex to the other.
gf-lesson-damaged = The battle is over. Damaged ships are not lost: they go to numbered boxes, and in each turn dice bring the ships of some boxes back. Spread out, some ship always comes.
gf-lesson-over = The next turn begins as every turn does, with armament, in which dice bring ships from the boxes, and initiative, in which dice say who may attack. From now on you play both sides: `hint` asks an admiral at any question, `help` and a word explains it, `undo` takes back whatever was done, `help game` tells what wins. Another player can take over a side with `pass-seat`.
gf-lesson-over-ended = The game has ended sooner than the lesson. `undo` takes you back as often as you like, for this is a table for practice; `hint` asks an admiral what to do otherwise, and `help game` tells what wins.

# What a learner’s last order came to.
gf-lesson-did-stow = They wait there until a die brings them back.
gf-lesson-did-form = Formed, and known to you alone; the markers will be mixed.
gf-lesson-did-place-shown = A fast fleet face up counts double when markers are moved.
gf-lesson-did-intercept = Each hex is moved from once.
gf-lesson-did-manoeuvre = Declared, and thrown at once.
gf-lesson-did-fire = Aimed in secret, too, until both sides have.
gf-lesson-did-hold-fire = Not a shot from your ships this round.
gf-lesson-did-fight-on = Another round, if the other side will.
gf-lesson-did-break-off = Those fleets go home and are safe.
gf-lesson-did-undo = Taken back: play goes on as if it had never been, and the log keeps both.
gf-lesson-did-sink = Ships were sunk: each scores for the other side, the old ones by twos and threes.
gf-lesson-did-damage = Damaged ships leave the battle for the boxes, and score nothing.
gf-lesson-did-control = Hexes off the enemy’s coast have scored for the attacker.
gf-lesson-did-reveal = All markers are turned over; the dummies leave the map.
gf-lesson-did-points = The score has changed; what one side wins the other loses.

# Why an admiral would order that.
gf-hint-commit = ships in a box do not fight
gf-hint-respread = the old ships out of reach, so that every box that comes is a good one
gf-hint-respread-even = spread out, some ship comes with any die
gf-hint-keep-back = what stays in the boxes cannot be sunk
gf-hint-commit-again = another box full of ships
gf-hint-stay = every ship may be needed, and there is a number you must keep
gf-hint-transfer = old ships slow the fleet down; in the boxes they can wait
gf-hint-send = the oldest are missed least
gf-hint-stow = spread out, some ship comes with any die
gf-hint-stow-damaged = spread out, some of them are back soon
gf-hint-stow-reserve = out of reach of the dice, for those boxes to bring others
gf-hint-hold-back = America stays out of it
gf-hint-unleash = points every turn, and the sooner the more
gf-hint-submarines-then = Germany waited until February 1917
gf-hint-one-die = one die costs nothing
gf-hint-two-dice = the better chance to attack, at the risk of a point
gf-hint-jutland = in May 1916 both fleets sought each other, off Jutland
gf-hint-seek = there are no points without a battle
gf-hint-wait = only a battle that is sought can be lost
gf-hint-accept = 3 points are dear, and the enemy has ships to lose too
gf-hint-refuse = 3 points, and not a ship is lost
gf-hint-return = spread out, they are soon back
gf-hint-form = fast, middling and slow ships apart, each at its best
gf-hint-form-fewest = few strong fleets among many dummies
gf-hint-form-shown = fast fleets that lie face up count double, and you know where they are
gf-hint-form-most = many fleets are on many coasts
gf-hint-guard = the attacker scores only where you have no fleet
gf-hint-raid = the attacker scores where it alone has a fleet
gf-hint-meet = the enemy lies there, and ships that are sunk score
gf-hint-intercept = the markers are pushed where you want them
gf-hint-pass = two passes in a row, and the markers are turned over
gf-hint-strong-hex = here you have more ships
gf-hint-rich-hex = here the enemy has most to lose
gf-hint-full-guns = all guns, and no confusion
gf-hint-outsail = half the guns, for the choice of how it is fought
gf-hint-excess = more manoeuvre, at the risk of confusion
gf-hint-close = more gunnery for every ship
gf-hint-long = less harm to everybody
gf-hint-halve = half the enemy’s guns fall silent
gf-hint-hold-fire = no ship can be aimed at
gf-hint-fire-weakest = the most targets for the points
gf-hint-fire-dearest = the strongest ships are the enemy’s battle line
gf-hint-fire-best = the most points sunk for the gunnery
gf-hint-fire-fleet = a fleet of two ships goes home
gf-hint-go-home = ships that are home can fight next turn
gf-hint-fight-on = an enemy in reach is not always there
gf-hint-any = the plain way on
gf-hint-win = the game ends with that, and it is won
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
