DROP INDEX outbox_of_seat;
ALTER TABLE outbox DROP COLUMN sent_to;
DROP TABLE notes;
