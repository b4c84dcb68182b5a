-- Tables that were finished and taken out to a file. Their rows in `tables` stay, so that no other table takes a name; their
-- entries are in the file. `seq` and `chain` are their head, by which the file is known.
CREATE TABLE archived (
  table_id INTEGER PRIMARY KEY REFERENCES tables (id),
  seq      INTEGER NOT NULL,
  chain    BLOB NOT NULL CHECK (length(chain) = 32),
  file     TEXT NOT NULL,
  at       TEXT NOT NULL
) STRICT;

-- Nothing follows the seed of a table, so a log that ends with it is finished.
CREATE TRIGGER archived_when_finished BEFORE INSERT ON archived
WHEN NOT EXISTS (SELECT 1 FROM entries WHERE table_id = NEW.table_id AND seq = NEW.seq AND chain = NEW.chain
                 AND kind = 'SeedRevealed' AND seq = (SELECT max(seq) FROM entries WHERE table_id = NEW.table_id))
BEGIN SELECT RAISE(ABORT, 'a table is archived with its head when it is finished'); END;
CREATE TRIGGER archived_no_update BEFORE UPDATE ON archived BEGIN SELECT RAISE(ABORT, 'what was archived is not changed'); END;
-- A table that is put back has its entries first.
CREATE TRIGGER archived_no_delete BEFORE DELETE ON archived
WHEN NOT EXISTS (SELECT 1 FROM entries WHERE table_id = OLD.table_id AND seq = OLD.seq AND chain = OLD.chain)
BEGIN SELECT RAISE(ABORT, 'an archived table is put back first'); END;

DROP TRIGGER entries_no_delete;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries
WHEN NOT EXISTS (SELECT 1 FROM archived WHERE table_id = OLD.table_id)
BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
