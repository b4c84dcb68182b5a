# What the dice may make of an order.
gf-odds-attack-against-one = against one die you attack
gf-odds-attacked-by-one = are attacked
gf-odds-attack-against-two = against two you attack
gf-odds-attacked-by-two = are attacked
gf-odds-point-lost = a point lost for equal parity
gf-odds-confused = confusion
gf-odds-chooses = you choose the situation
gf-odds-enemy-chooses = the enemy chooses it
gf-odds-target-sunk = each target sunk
gf-odds-target-damaged = damaged
gf-chance-fire = Your fire
gf-chance-fire-by = Your fire
