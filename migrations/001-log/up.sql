-- The log and what is kept beside it. docs/log-format.md says what the texts hold.
PRAGMA application_id = 0x57524D31; -- 'WRM1'

CREATE TABLE packs (
  hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64),
  text TEXT NOT NULL CHECK (json_valid(text))
) STRICT;

CREATE TABLE tables (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL UNIQUE,
  pack    TEXT NOT NULL REFERENCES packs (hash),
  seed    BLOB CHECK (length(seed) = 32),
  partial TEXT CHECK (json_valid(partial)), -- whose view it is, when it came from a partial export
  CHECK ((seed IS NULL) = (partial IS NOT NULL))
) STRICT;

-- `text` is the entry; the columns after it are derived from it, and from the entry before it.
-- The primary key is the lock: of two writers of one (table, seq), one fails.
CREATE TABLE entries (
  table_id INTEGER NOT NULL REFERENCES tables (id),
  seq      INTEGER NOT NULL CHECK (seq > 0),
  text     TEXT NOT NULL CHECK (json_valid(text)),
  kind     TEXT,
  at       TEXT,
  cause    INTEGER,
  digest   BLOB NOT NULL CHECK (length(digest) = 32),
  chain    BLOB NOT NULL CHECK (length(chain) = 32),
  PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
-- INSERT OR REPLACE deletes without firing the trigger above; it is stopped here, and so is a gap.
CREATE TRIGGER entries_in_order BEFORE INSERT ON entries
WHEN NEW.seq <> 1 + coalesce((SELECT max(seq) FROM entries WHERE table_id = NEW.table_id), 0)
BEGIN SELECT RAISE(ABORT, 'entries follow one another without gaps'); END;

CREATE TRIGGER packs_no_update BEFORE UPDATE ON packs BEGIN SELECT RAISE(ABORT, 'packs are never changed'); END;
CREATE TRIGGER packs_no_delete BEFORE DELETE ON packs BEGIN SELECT RAISE(ABORT, 'packs are never deleted'); END;
CREATE TRIGGER packs_no_replace BEFORE INSERT ON packs
WHEN EXISTS (SELECT 1 FROM packs WHERE hash = NEW.hash)
BEGIN SELECT RAISE(ABORT, 'packs are never changed'); END;

CREATE TRIGGER tables_no_update BEFORE UPDATE ON tables BEGIN SELECT RAISE(ABORT, 'tables are never changed'); END;
CREATE TRIGGER tables_no_delete BEFORE DELETE ON tables BEGIN SELECT RAISE(ABORT, 'tables are never deleted'); END;
CREATE TRIGGER tables_no_replace BEFORE INSERT ON tables
WHEN EXISTS (SELECT 1 FROM tables WHERE name = NEW.name OR id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'tables are never changed'); END;

-- Answers to orders by idempotency key. Those to refused orders (stored = 0) are pruned.
CREATE TABLE answers (
  key          TEXT NOT NULL PRIMARY KEY CHECK (length(key) = 64),
  content_hash TEXT NOT NULL CHECK (length(content_hash) = 64),
  answer_json  TEXT NOT NULL CHECK (json_valid(answer_json)),
  at           TEXT NOT NULL,
  stored       INTEGER NOT NULL CHECK (stored IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX answers_to_prune ON answers (at) WHERE stored = 0;

-- People. Rows are erased on request; the log holds the id only.
CREATE TABLE players (
  id      TEXT NOT NULL PRIMARY KEY,
  name    TEXT NOT NULL,
  local   TEXT UNIQUE,
  discord TEXT UNIQUE,
  mail    TEXT UNIQUE
) STRICT, WITHOUT ROWID;
CREATE INDEX players_by_name ON players (name);

-- Notices. Pending until ended_at is set; then sent (trouble is null) or given up.
CREATE TABLE outbox (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  table_id INTEGER NOT NULL REFERENCES tables (id),
  seq      INTEGER NOT NULL,
  seat     TEXT NOT NULL,
  why      TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at   TEXT,
  ended_at TEXT,
  trouble  TEXT
) STRICT;
CREATE INDEX outbox_pending ON outbox (table_id, seat, id) WHERE ended_at IS NULL;
CREATE INDEX outbox_ended ON outbox (ended_at) WHERE ended_at IS NOT NULL;

-- Who sends: one row at most.
CREATE TABLE outbox_lease (
  one   INTEGER PRIMARY KEY CHECK (one = 1),
  owner TEXT NOT NULL,
  until TEXT NOT NULL
) STRICT;
