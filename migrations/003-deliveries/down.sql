CREATE TABLE outbox_lease (
  one   INTEGER PRIMARY KEY CHECK (one = 1),
  owner TEXT NOT NULL,
  until TEXT NOT NULL
) STRICT;
INSERT INTO outbox_lease (one, owner, until) SELECT 1, owner, until FROM leases WHERE channel = 'discord';
DROP TABLE leases;

DROP INDEX notices_to_plan;
DROP INDEX notices_of_seat;
DROP INDEX notices_planned;
ALTER TABLE notices ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE notices ADD COLUMN due_at TEXT;
ALTER TABLE notices ADD COLUMN ended_at TEXT;
ALTER TABLE notices ADD COLUMN trouble TEXT;
ALTER TABLE notices ADD COLUMN sent_to TEXT;
UPDATE notices SET ended_at = planned_at, trouble = 'nobody'
WHERE planned_at IS NOT NULL AND id NOT IN (SELECT notice_id FROM deliveries WHERE channel = 'discord');
UPDATE notices SET attempts = d.attempts, due_at = d.due_at, ended_at = d.ended_at,
                   sent_to = iif(d.delivered, d.outcome, NULL), trouble = iif(d.delivered, NULL, d.outcome)
FROM (SELECT * FROM deliveries WHERE channel = 'discord' ORDER BY ended_at IS NOT NULL, id DESC) d
WHERE d.notice_id = notices.id;
DROP TABLE deliveries;
ALTER TABLE notices DROP COLUMN planned_at;
ALTER TABLE notices RENAME TO outbox;
CREATE INDEX outbox_pending ON outbox (table_id, seat, id) WHERE ended_at IS NULL;
CREATE INDEX outbox_ended ON outbox (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX outbox_of_seat ON outbox (table_id, seat, id);

INSERT OR REPLACE INTO notes (door, key, body)
SELECT 'discord', 'person/' || id, json_object('lang', coalesce(lang, ''), 'by_dm', json(iif(direct, 'true', 'false')))
FROM players WHERE lang IS NOT NULL OR direct;
CREATE TABLE players_before (
  id      TEXT NOT NULL PRIMARY KEY,
  name    TEXT NOT NULL,
  local   TEXT UNIQUE,
  discord TEXT UNIQUE,
  mail    TEXT UNIQUE
) STRICT, WITHOUT ROWID;
INSERT INTO players_before (id, name, local, discord, mail)
SELECT id, name,
       (SELECT min(value) FROM addresses WHERE player_id = players.id AND kind = 'local'),
       (SELECT min(value) FROM addresses WHERE player_id = players.id AND kind = 'discord'),
       (SELECT min(value) FROM addresses WHERE player_id = players.id AND kind = 'mail')
FROM players;
DROP TABLE addresses;
DROP TABLE players;
ALTER TABLE players_before RENAME TO players;
CREATE INDEX players_by_name ON players (name);
