-- A lease has a number, which grows each time it is taken. Giving it back keeps the row, with an empty `until`.
ALTER TABLE leases ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
-- The number of requests begun under the lease.
ALTER TABLE leases ADD COLUMN sends INTEGER NOT NULL DEFAULT 0;
