-- The club's log: a leaf for each opening of a table, each head that everyone may see at a checkpoint, and each closing, in one
-- list for all tables. docs/club-log.md says what the texts hold.
CREATE TABLE wardroom.club_log (
  place    bigint PRIMARY KEY CHECK (place >= 0), -- from 0, without gaps
  table_id bigint NOT NULL REFERENCES wardroom.tables (id),
  seq      bigint NOT NULL CHECK (seq > 0),
  text     text COLLATE "C" NOT NULL,
  UNIQUE (table_id, seq)
);

-- Signed checkpoints over the leaves, one for each size of the list that was signed.
CREATE TABLE wardroom.checkpoints (
  size bigint PRIMARY KEY CHECK (size >= 0),
  at   text COLLATE "C" NOT NULL,
  note text COLLATE "C" NOT NULL
);

CREATE TRIGGER club_log_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON wardroom.club_log
  EXECUTE FUNCTION wardroom.never_changed();
CREATE TRIGGER checkpoints_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON wardroom.checkpoints
  EXECUTE FUNCTION wardroom.never_changed();

CREATE TRIGGER at_home BEFORE INSERT OR UPDATE OR DELETE ON wardroom.club_log
  FOR EACH STATEMENT EXECUTE FUNCTION wardroom.at_home();
CREATE TRIGGER at_home BEFORE INSERT OR UPDATE OR DELETE ON wardroom.checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION wardroom.at_home();

INSERT INTO wardroom.schema (version, oldest) VALUES (4, 1);
