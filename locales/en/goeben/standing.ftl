# The questions that standing orders answer, as they are named.
question-set-up = the set-up
question-outfitting = outfitting
question-share = sharing out
question-intelligence = intelligence
question-choose = jamming or breakthrough
question-examine = looking into a place
question-movement = movement
question-evade = a submarine
question-ram = ramming
question-attend = the next space
question-contact = contact
question-break-off = fighting or breaking off
question-lead = who fires first
question-retreat = retreat
question-fire = fire
question-bombard-fire = fire at the coast
question-bombardment = bombardment
question-reward = a reward
question-objective = reporting or sailing on

# What standing orders depend on.
gauge-day = day
gauge-alert = alert
gauge-points = points
gauge-leadership = leadership
gauge-hull = hull
gauge-engines = engines
gauge-primary = primary guns
gauge-secondary = secondary guns
gauge-tertiary = tertiary guns
gauge-ammunition = ammunition
gauge-torpedoes = torpedoes
gauge-coal = coal
