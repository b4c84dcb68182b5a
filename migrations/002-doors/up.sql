-- Data of doors beside the log, and the address to which a notice was sent.

-- Small texts of a door under its own keys, such as where a table is played. The door erases and replaces them at will.
CREATE TABLE notes (
  door TEXT NOT NULL,
  key  TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (door, key)
) STRICT, WITHOUT ROWID;

-- Null if pending, if given up, and if sent before this column existed.
ALTER TABLE outbox ADD COLUMN sent_to TEXT;
CREATE INDEX outbox_of_seat ON outbox (table_id, seat, id);
