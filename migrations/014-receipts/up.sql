-- Proofs of who sent the messages of orders, sealed under the server's secret. The log has their digests. Erased with their player.
CREATE TABLE receipts (
  table_id  INTEGER NOT NULL REFERENCES tables (id),
  digest    TEXT NOT NULL CHECK (length(digest) = 64),
  player_id TEXT NOT NULL,
  sealed    TEXT NOT NULL,
  PRIMARY KEY (table_id, digest)
) STRICT;
CREATE INDEX receipts_of_player ON receipts (player_id);
