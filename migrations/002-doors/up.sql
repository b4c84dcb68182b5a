-- What doors keep beside the log, and where a notice went.

-- Small texts of a door under keys of its own, such as where a table is played. Erased and replaced at will.
CREATE TABLE notes (
  door TEXT NOT NULL,
  key  TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (door, key)
) STRICT, WITHOUT ROWID;

-- Null while it waits, when it was given up, and for what was sent before this column was there.
ALTER TABLE outbox ADD COLUMN sent_to TEXT;
CREATE INDEX outbox_of_seat ON outbox (table_id, seat, id);
