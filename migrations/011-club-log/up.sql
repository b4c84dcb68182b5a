-- The club's log: a leaf for each opening of a table, each head that everyone may see at a checkpoint, and each closing, in one
-- list for all tables. docs/club-log.md says what the texts hold.
CREATE TABLE club_log (
  place    INTEGER PRIMARY KEY CHECK (place >= 0), -- from 0, without gaps
  table_id INTEGER NOT NULL REFERENCES tables (id),
  seq      INTEGER NOT NULL CHECK (seq > 0),
  text     TEXT NOT NULL CHECK (json_valid(text)),
  UNIQUE (table_id, seq)
) STRICT;

CREATE TRIGGER club_log_no_update BEFORE UPDATE ON club_log BEGIN SELECT RAISE(ABORT, 'leaves are never changed'); END;
CREATE TRIGGER club_log_no_delete BEFORE DELETE ON club_log BEGIN SELECT RAISE(ABORT, 'leaves are never deleted'); END;
-- INSERT OR REPLACE deletes without firing the trigger above; it is stopped here, and so is a gap.
CREATE TRIGGER club_log_in_order BEFORE INSERT ON club_log
WHEN NEW.place <> coalesce((SELECT max(place) + 1 FROM club_log), 0)
  OR EXISTS (SELECT 1 FROM club_log WHERE table_id = NEW.table_id AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'leaves follow one another without gaps'); END;

-- Signed checkpoints over the leaves, one for each size of the list that was signed.
CREATE TABLE checkpoints (
  size INTEGER PRIMARY KEY CHECK (size >= 0),
  at   TEXT NOT NULL,
  note TEXT NOT NULL
) STRICT;

CREATE TRIGGER checkpoints_no_update BEFORE UPDATE ON checkpoints BEGIN SELECT RAISE(ABORT, 'checkpoints are never changed'); END;
CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints BEGIN SELECT RAISE(ABORT, 'checkpoints are never deleted'); END;
CREATE TRIGGER checkpoints_no_replace BEFORE INSERT ON checkpoints
WHEN EXISTS (SELECT 1 FROM checkpoints WHERE size >= NEW.size)
BEGIN SELECT RAISE(ABORT, 'a checkpoint is larger than those before it'); END;
