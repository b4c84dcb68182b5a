# Pictures: short words, for there is little room
picture-title = Goeben, 1914. { $today }.
picture-set-up = { $phase }, { $days } days ahead
picture-day = Day { $day } of { $days } · { $phase }
picture-only-day = Day { $day } of { $days }
picture-sunk = sunk
picture-hull = Hull
picture-coal = Coal
picture-ammunition = Ammo
picture-torpedoes = Torp.
picture-speed = Speed
picture-cruise = cruise
picture-maximum = maximum
picture-emergency = emergency
picture-points = VP
picture-alert = Alert
picture-pool = Pool
picture-markers = markers
# Pictures: what their signs mean
picture-allied = Allied
picture-neutral = neutral
picture-friendly = friendly
picture-zone = patrol zone
picture-draws = markers to draw
picture-storm = storm
picture-base = naval base
picture-face-down = face down
picture-guns = coast guns
picture-collier = collier
picture-objective = objective
picture-last-move = last move
picture-mines = mines
picture-landed = landed
picture-merchantman = merchantman
# Pictures: the card of a battle
picture-primary = Primary
picture-secondary = Secondary
picture-tertiary = Tertiary
picture-germany = German
picture-coast = Coast guns
picture-armour = armour
picture-fires = fires
picture-damage = damage
picture-withdrawn = withdrawn
picture-speed-of = speed { $speed }
picture-gained = +{ $gained } −{ $lost } VP
picture-first = { $side ->
    [german] Germany first
   *[allied] Allies first
  }
picture-night = night
# Pictures: what is to be decided, where the phase does not say it
picture-ask-share = shares
picture-ask-choose = jam or break through
picture-ask-examine = a place to look into
picture-ask-evade = evade
picture-ask-ram = ram
picture-ask-contact = contact
picture-ask-break-off = fire or break off
picture-ask-retreat = retreat
picture-ask-bombard-fire = fire at the coast
picture-ask-fire = fire
picture-ask-attend = next space
picture-ask-lead = who leads
picture-ask-reward = reward
picture-ask-objective = report or sail on
# Pictures in words
picture-ship = { $ship } at { $space }, hull { $hull }, coal { $coal }, ammunition { $ammunition }.
picture-ship-sunk = { $ship } is sunk.
picture-state = Alert { $alert } of 6, { $points } of { $need } victory points.
picture-way = { $ship } came by { $spaces }.
picture-austrians = Austro-Hungarian ships: { $places }.
picture-enemies = Enemies: { $places }.
picture-hidden = Face-down markers: { $places }.
picture-mined = Mines: { $places }.
picture-colliers = Colliers: { $places }.
picture-objectives = Objectives: { $places }.
# Pictures: the end
picture-other-causes = others
picture-by-day = Points by day
