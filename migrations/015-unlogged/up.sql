-- The tables that went on after their last leaf in the club's log, each with its last entry, so that a checkpoint looks at no others.
CREATE TABLE unlogged (
  table_id INTEGER PRIMARY KEY REFERENCES tables (id),
  seq      INTEGER NOT NULL
) STRICT;
INSERT INTO unlogged (table_id, seq)
SELECT t.id, (SELECT max(e.seq) FROM entries e WHERE e.table_id = t.id) AS last FROM tables t
WHERE t.seed IS NOT NULL AND last > coalesce((SELECT max(l.seq) FROM club_log l WHERE l.table_id = t.id), 0);
