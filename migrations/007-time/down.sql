DROP INDEX notices_of_reminders;
ALTER TABLE players DROP COLUMN ladder;
DROP TABLE alarms;
