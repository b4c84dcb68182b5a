-- Further ids of a person, from before their doors were linked. The player's row of an alias stays, with its addresses, so that
-- the link can be undone. An alias has no aliases.
CREATE TABLE aliases (
  id        TEXT NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
  player_id TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  at        TEXT NOT NULL,
  CHECK (id <> player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX aliases_of_player ON aliases (player_id);
