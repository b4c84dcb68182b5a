# Dice of Grand Fleet 1.2.
gf-roll-other = Dice of { $side } for { $purpose }: { $dice }.
gf-roll-commitment = Commitment die of { $side }: { $dice }.
gf-roll-transfer = Transfer die of { $side } (the number of ships to go): { $dice }.
gf-roll-outbreak = Does the submarine war break out? { $dice }.
gf-roll-submarine-war = Submarine war: { $dice }.
gf-roll-submarine-war-modified = Submarine war: { $dice } { $sign } { $by } = { $sum }.
gf-roll-initiative = { $side } rolls for initiative: { $dice }.
gf-roll-markers = The markers of { $side } are mixed: { $dice }.
gf-roll-combat-initiative = { $side } rolls for combat initiative at { $about }: { $dice }.
gf-roll-damage = Damage to { $about }: { $dice }.
purpose-commitment = commitment
purpose-transfer = transfers out
purpose-outbreak = outbreak of the submarine war
purpose-submarine-war = submarine war
purpose-initiative = initiative
purpose-combat-initiative = combat initiative
purpose-damage = damage
gf-unsaid-outbreak = The submarine war does not break out.
gf-unsaid-submarine-war = The submarine war changes nothing this turn.
