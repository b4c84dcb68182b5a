# What the game, its seats and its sides are called.
game-grand_fleet = Grand Fleet 1.2
seat-british = Britain
seat-german = Germany
log-seat-british = Britain
log-seat-german = Germany
side-british = British
side-german = German
# For somebody who has never heard of the game.
about-the-game = Two fleets in the North Sea, 1914 to 1918: Britain and Germany arm, hide their formations face down, and choose at the same time. A duel for two. A game has up to nine turns; each takes several mails, and you can answer at any time.
