-- Addresses as rows, what players prefer, and a delivery for each notice, channel and address.

DROP INDEX players_by_name;
ALTER TABLE players RENAME TO players_before;
-- People with what they prefer. Rows are erased on request; the log holds the id only.
CREATE TABLE players (
  id         TEXT NOT NULL PRIMARY KEY,
  name       TEXT NOT NULL,
  lang       TEXT,
  zone       TEXT,
  channels   TEXT CHECK (json_valid(channels)), -- the channels they want to be told by; null for all
  quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439), -- minutes after midnight in their zone
  quiet_to   INTEGER CHECK (quiet_to BETWEEN 0 AND 1439),
  direct     INTEGER NOT NULL DEFAULT 0 CHECK (direct IN (0, 1)), -- what is for them comes to them alone
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX players_by_name ON players (name);
INSERT INTO players (id, name, lang, direct)
SELECT b.id, b.name, json_extract(n.body, '$.lang'), coalesce(json_extract(n.body, '$.by_dm'), 0)
FROM players_before b
LEFT JOIN notes n ON n.door = 'discord' AND n.key = 'person/' || b.id AND json_valid(n.body);
DELETE FROM notes WHERE door = 'discord' AND key LIKE 'person/%' AND json_valid(body);

-- Where people can be met. A number is never used again: deliveries name addresses by it.
CREATE TABLE addresses (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  player_id TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
  kind      TEXT NOT NULL,
  value     TEXT NOT NULL,
  UNIQUE (kind, value)
) STRICT;
CREATE INDEX addresses_of_player ON addresses (player_id);
INSERT INTO addresses (player_id, kind, value)
SELECT id, 'local', local FROM players_before WHERE local IS NOT NULL
UNION ALL SELECT id, 'discord', discord FROM players_before WHERE discord IS NOT NULL
UNION ALL SELECT id, 'mail', mail FROM players_before WHERE mail IS NOT NULL;
DROP TABLE players_before;

-- Notices. Null in planned_at until it was found out for whom it is and by which channels it goes to them.
DROP INDEX outbox_pending;
DROP INDEX outbox_ended;
DROP INDEX outbox_of_seat;
ALTER TABLE outbox RENAME TO notices;
ALTER TABLE notices ADD COLUMN planned_at TEXT;

-- What a channel has to send. Pending until ended_at is set; then delivered or given up.
-- No address: it was erased, or the delivery is older than addresses and is given one when its notice is planned.
CREATE TABLE deliveries (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  notice_id  INTEGER NOT NULL REFERENCES notices (id) ON DELETE CASCADE,
  channel    TEXT NOT NULL,
  address_id INTEGER REFERENCES addresses (id) ON DELETE SET NULL,
  attempts   INTEGER NOT NULL DEFAULT 0,
  due_at     TEXT,
  ended_at   TEXT,
  outcome    TEXT,
  delivered  INTEGER NOT NULL DEFAULT 0 CHECK (delivered IN (0, 1)),
  UNIQUE (notice_id, channel, address_id)
) STRICT;
-- So far Discord alone sent. The numbers stay: what is sent again is recognised by them.
INSERT INTO deliveries (id, notice_id, channel, attempts, due_at, ended_at, outcome, delivered)
SELECT id, id, 'discord', attempts, due_at, ended_at, coalesce(sent_to, trouble), ended_at IS NOT NULL AND trouble IS NULL
FROM notices;
DELETE FROM sqlite_sequence WHERE name = 'deliveries';
INSERT INTO sqlite_sequence (name, seq) SELECT 'deliveries', seq FROM sqlite_sequence WHERE name = 'notices';
UPDATE notices SET planned_at = ended_at;
ALTER TABLE notices DROP COLUMN attempts;
ALTER TABLE notices DROP COLUMN due_at;
ALTER TABLE notices DROP COLUMN ended_at;
ALTER TABLE notices DROP COLUMN trouble;
ALTER TABLE notices DROP COLUMN sent_to;
CREATE INDEX notices_to_plan ON notices (id) WHERE planned_at IS NULL;
CREATE INDEX notices_of_seat ON notices (table_id, seat, id);
CREATE INDEX notices_planned ON notices (planned_at) WHERE planned_at IS NOT NULL;
CREATE INDEX deliveries_pending ON deliveries (channel, address_id, notice_id) WHERE ended_at IS NULL;
CREATE INDEX deliveries_of_address ON deliveries (address_id);
CREATE INDEX deliveries_ended ON deliveries (ended_at) WHERE ended_at IS NOT NULL;

-- Who sends by a channel: one process at a time.
CREATE TABLE leases (
  channel TEXT NOT NULL PRIMARY KEY,
  owner   TEXT NOT NULL,
  until   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO leases (channel, owner, until) SELECT 'discord', owner, until FROM outbox_lease;
DROP TABLE outbox_lease;
