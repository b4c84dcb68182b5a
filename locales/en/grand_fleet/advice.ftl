# The lesson: at each question why it is asked.
gf-lesson-goal = The North Sea, July 1914: two fleets, and one score, the lead of one over the other. A lead of 7 at the end of a turn wins; level after turn 9, Britain wins. You play both sides here, each as it sees the game. BB, B and (B) are battleships, from the newest to the oldest, BC and (BC) battlecruisers, which are fast. First Britain’s new ships wait in numbered boxes, the DD boxes, of which a die will bring one back: spread out, some ship always comes.
gf-lesson-undo = Now Germany. This is a table for practice, and you play both sides: whatever was done can be taken back, dice and all.
gf-lesson-stow = New ships wait in numbered boxes; a die brings the ships of one box to the fleet. Spread out, some ship always comes.
gf-lesson-commitment = A turn begins with armament. You may throw a die: the box of that number sends all its ships to your fleet box, where they can fight.
gf-lesson-second-die = Once more, if you like: another box. What stays in boxes cannot be sunk, but cannot fight either.
gf-lesson-transfer = You could send ships back to the boxes, as many as a die says: old ships slow a fleet down. Yet there is a number you must keep.
gf-lesson-dice = Who may attack? Each side throws one die or two, chosen in secret, and the higher die counts. A difference of 2 makes an attacker, one of 4 forces a battle. Two dice are better, but alike in even or odd they cost a point.
gf-lesson-again = Nobody may attack: the dice were too close. In a game that would be the year’s half gone by. Here take the last throw back, and throw anew.
gf-lesson-seek = You have the initiative, so you may seek battle. Battles win points, by ships sunk and by hexes held off the enemy’s coast.
gf-lesson-answer = The enemy seeks battle. To refuse costs 3 points, nearly half of what loses the game.
gf-lesson-formation = Form your fleets in secret. A fast fleet has fast ships only; one slow ship makes a fleet slow. Markers that stand for no fleet are dummies: they will lie on the map too, and nobody, not even you, knows which is which.
gf-lesson-raid = In turn each side puts its markers on the map, face down; in the first turn of a lesson all but the last lie there already. You attack: what you hold alone off the other coast scores in the end. In `show map` small letters are such hexes, and VP is what they are worth.
gf-lesson-guard = In turn each side puts its markers on the map, face down; in the first turn of a lesson all but the last lie there already. You defend: a hex off your coast scores for the attacker where only he has a fleet. Guard what is worth most.
gf-lesson-place-on = The next marker: to where there is much to win, or to be lost.
gf-lesson-interception = Now the markers move. In a hex where both sides have some and yours count for more, doubly in your own home hex, you may push all of them, yours and theirs, to the next hex: towards that coast, or away from it.
gf-lesson-pass = Nothing gains by moving now. When both sides pass in a row, all the markers are turned over.
gf-lesson-hex = The markers are fleets, or nothing. Now each hex in which both have fleets is fought out, and the attacker says in which order.
gf-lesson-manoeuvre = A round begins with a die for combat initiative: whoever is ahead by two or more may choose how it is fought. Half fire adds to it; so does excess manoeuvre, but a die of no more than that brings confusion, and then you cannot fire.
gf-lesson-situation = You are ahead, so you choose: close range gives every ship more gunnery, on both sides; long range less.
gf-lesson-gunnery = Your ships’ gunnery is added up into points. Each target takes as many as its defence; then two dice tell what becomes of it. `fire-by` shares the points out for you; the enemy does the same, in secret.
gf-lesson-persistence = The round is over, and both are asked: fight on, or go home? Where both fight on, there is another round; who breaks off leaves the hex to the other.
gf-lesson-go-home = Another round, or home? Ships that go home can fight again in a later battle.
gf-lesson-damaged = The battle is over. Damaged ships are not lost: they go to the boxes, where a die will find them.
gf-lesson-over = A new turn begins, and the game is yours: nothing was only for show. `hint` asks an admiral at any question, `help` and a word explains it, `help game` tells what wins. The table goes on as one for practice, and you play both sides; another player can take over one with `pass-seat`.
gf-lesson-over-ended = The game has ended sooner than the lesson. `undo` takes you back as often as you like, for this is a table for practice; `hint` asks an admiral what to do otherwise, and `help game` tells what wins.

# What a learner’s last order came to.
gf-lesson-did-stow = They wait there until a die brings them back.
gf-lesson-did-commit = The die chose the box.
gf-lesson-did-transfer = What has left the fleet can come back by a die.
gf-lesson-did-throw = Sealed until the other side has chosen too.
gf-lesson-did-seek = Now the other side must answer.
gf-lesson-did-refuse = No battle, and 3 points for the other side.
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
gf-lesson-did-no-attack = The dice were too close: nobody attacks.
gf-lesson-did-initiative = The dice have said who attacks.
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
gf-hint-guard = it scores for the enemy only where you have no fleet
gf-hint-raid = it scores where you alone have a fleet
gf-hint-intercept = the markers are pushed where you want them
gf-hint-pass = two passes in a row, and the markers are turned over
gf-hint-strong-hex = here you have more ships
gf-hint-rich-hex = here the enemy has most to lose
gf-hint-full-guns = all guns, and no confusion
gf-hint-outsail = half the guns, for the choice of how it is fought
gf-hint-close = more gunnery for every ship
gf-hint-long = less harm to everybody
gf-hint-hold-fire = no ship can be aimed at
gf-hint-fire-weakest = the most targets for the points
gf-hint-fire-dearest = the strongest ships are the enemy’s battle line
gf-hint-go-home = ships that are home fight again
gf-hint-fight-on = an enemy in reach is not always there
gf-hint-any = the plain way on

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
