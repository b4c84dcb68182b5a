-- When each open table is next looked at for what time brings: reminders, and decisions whose time is up. Every append sets
-- it to the time of its entries, so that the table is looked at soon. `seq` is the head that the time was found for.
CREATE TABLE alarms (
  table_id INTEGER PRIMARY KEY REFERENCES tables (id),
  seq      INTEGER NOT NULL,
  at       TEXT NOT NULL
) STRICT;
CREATE INDEX alarms_by_time ON alarms (at);
INSERT INTO alarms (table_id, seq, at)
SELECT e.table_id, e.seq, coalesce(e.at, '') FROM entries e JOIN tables t ON t.id = e.table_id
WHERE t.seed IS NOT NULL AND e.kind <> 'SeedRevealed'
AND e.seq = (SELECT max(seq) FROM entries WHERE table_id = e.table_id);

-- The reminders a player wants of each decision, as they are typed in English; null for those of the program.
ALTER TABLE players ADD COLUMN ladder TEXT;
-- A reminder is sent once for a step and a decision.
CREATE UNIQUE INDEX notices_of_reminders ON notices (table_id, seq, seat, why) WHERE why GLOB 'reminder-*';
