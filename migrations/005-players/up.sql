-- The tables of each player: those where they ever took a seat or one was kept for them. It follows from the log.
CREATE TABLE tables_of_players (
  player_id TEXT NOT NULL,
  table_id  INTEGER NOT NULL REFERENCES tables (id),
  PRIMARY KEY (player_id, table_id)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO tables_of_players (player_id, table_id)
SELECT json_extract(text, iif(kind = 'SeatTaken', '$.by.player', '$.body.player')), table_id
FROM entries WHERE kind IN ('SeatTaken', 'SeatOffered');
