-- Proofs of who sent the messages of orders, sealed under the server's secret. The log has their digests. Erased with their player.
CREATE TABLE wardroom.receipts (
  table_id  bigint NOT NULL REFERENCES wardroom.tables (id),
  digest    text COLLATE "C" NOT NULL CHECK (length(digest) = 64),
  player_id text COLLATE "C" NOT NULL,
  sealed    text COLLATE "C" NOT NULL,
  PRIMARY KEY (table_id, digest)
);
CREATE INDEX receipts_of_player ON wardroom.receipts (player_id);

CREATE TRIGGER at_home BEFORE INSERT OR UPDATE OR DELETE ON wardroom.receipts
  FOR EACH STATEMENT EXECUTE FUNCTION wardroom.at_home();

-- A program for an older schema cannot read an entry that names a receipt.
INSERT INTO wardroom.schema (version, oldest) VALUES (7, 7);
