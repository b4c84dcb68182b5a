-- Ids under which a player was known before it turned out that they are one person. The row of an alias stays as it was,
-- with its addresses, so that the link can be undone. No alias has aliases.
CREATE TABLE aliases (
  id        TEXT NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
  player_id TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  at        TEXT NOT NULL,
  CHECK (id <> player_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX aliases_of_player ON aliases (player_id);
