-- What belongs to a table, whatever the door it is played through.
CREATE TABLE settings (
  table_id  INTEGER PRIMARY KEY REFERENCES tables (id),
  lang      TEXT NOT NULL, -- of everything public at the table
  opened_by TEXT,          -- the opaque id of a player
  begun     INTEGER NOT NULL DEFAULT 0 CHECK (begun IN (0, 1))
) STRICT;
INSERT INTO settings (table_id, lang, opened_by, begun)
SELECT t.id, coalesce(json_extract(n.body, '$.lang'), ''),
       (SELECT player_id FROM addresses WHERE kind = 'discord' AND value = json_extract(n.body, '$.opener')),
       EXISTS (SELECT 1 FROM notes s WHERE s.door = 'discord' AND s.key = 'started/' || t.name)
FROM tables t JOIN notes n ON n.door = 'discord' AND n.key = 'room/' || t.name
WHERE json_valid(n.body);
UPDATE notes SET body = json_remove(body, '$.lang', '$.opener')
WHERE door = 'discord' AND key LIKE 'room/%' AND json_valid(body);
DELETE FROM notes WHERE door = 'discord' AND key LIKE 'started/%';
