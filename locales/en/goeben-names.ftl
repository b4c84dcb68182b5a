# Names of Goeben, 1914 that the rules give and no data pack changes.
track-leadership = Leadership
track-hull = Hull
track-engines = Engines
track-primary = Primary guns
track-secondary = Secondary guns
track-tertiary = Tertiary guns
track-ammunition = Ammunition
track-torpedoes = Torpedoes
track-coal = Coal
