-- The tables that went on after their last leaf in the club's log, each with its last entry, so that a checkpoint looks at no others.
CREATE TABLE wardroom.unlogged (
  table_id bigint PRIMARY KEY REFERENCES wardroom.tables (id),
  seq      bigint NOT NULL
);
INSERT INTO wardroom.unlogged (table_id, seq)
SELECT t.id, e.last FROM wardroom.tables t
JOIN LATERAL (SELECT max(seq) AS last FROM wardroom.entries WHERE table_id = t.id) e ON true
WHERE t.seed IS NOT NULL
  AND e.last > coalesce((SELECT max(l.seq) FROM wardroom.club_log l WHERE l.table_id = t.id), 0);

CREATE TRIGGER at_home BEFORE INSERT OR UPDATE OR DELETE ON wardroom.unlogged
  FOR EACH STATEMENT EXECUTE FUNCTION wardroom.at_home();

-- A program for an older schema would not say which tables it goes on with.
INSERT INTO wardroom.schema (version, oldest) VALUES (8, 8);
