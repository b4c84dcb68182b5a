DROP TRIGGER entries_no_delete;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
DROP TABLE archived;
