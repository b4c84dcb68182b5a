-- The next time to look at each open table, for reminders and expired decisions. Every append sets it to the time of its
-- entries, so that the timekeeper looks soon. `seq` is the head for which the time was computed.
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

-- A player's reminders of each decision, as typed in English; null for the default.
ALTER TABLE players ADD COLUMN ladder TEXT;
-- One reminder for each step and decision.
CREATE UNIQUE INDEX notices_of_reminders ON notices (table_id, seq, seat, why) WHERE why GLOB 'reminder-*';
