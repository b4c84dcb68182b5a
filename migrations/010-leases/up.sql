-- A lease has a number, greater each time it is taken. Who gives it back leaves the row, with an empty `until`.
ALTER TABLE leases ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
-- How much was begun to be sent under it.
ALTER TABLE leases ADD COLUMN sends INTEGER NOT NULL DEFAULT 0;
