# What the game, its seats and its sides are called.
game-grand_fleet = Grand Fleet 1.2
seat-british = Britain
seat-german = Germany
ledger-seat-british = Britain
ledger-seat-german = Germany
side-british = British
side-german = German
