UPDATE notes SET body = (
  SELECT json_set(notes.body, '$.lang', s.lang, '$.opener', coalesce(
    (SELECT min(a.value) FROM addresses a WHERE a.player_id = s.opened_by AND a.kind = 'discord'), '0'))
  FROM settings s JOIN tables t ON t.id = s.table_id WHERE notes.key = 'room/' || t.name)
WHERE door = 'discord' AND key IN (SELECT 'room/' || t.name FROM settings s JOIN tables t ON t.id = s.table_id);
INSERT OR REPLACE INTO notes (door, key, body)
SELECT 'discord', 'started/' || t.name, '' FROM settings s JOIN tables t ON t.id = s.table_id WHERE s.begun;
DROP TABLE settings;
