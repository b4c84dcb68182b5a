# The questions that standing orders answer, as they are named.
question-stow = stowing
question-commitment = commitment
question-second-die = a second die
question-transfer = transfer
question-send = sending ships
question-outbreak = the submarine war
question-dice = initiative dice
question-seek = seeking battle
question-answer = accepting battle
question-overflow = returning ships
question-formation = formation
question-placement = placing markers
question-interception = interception
question-hex = the next hex
question-manoeuvre = manoeuvre
question-situation = the situation
question-gunnery = gunnery
question-persistence = fighting on

# What standing orders depend on.
gauge-turn = turn
gauge-lead = lead
gauge-round = round
gauge-ships = ships
gauge-enemy-ships = enemy ships
gauge-losses = losses
gauge-enemy-losses = enemy losses
