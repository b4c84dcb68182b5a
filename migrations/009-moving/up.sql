-- One row while this database is not in play. `arriving`: it is becoming a copy of another; `leaving`: another is becoming a copy
-- of it; `moved`: the other is in play instead. `move` is the same number in both.
CREATE TABLE whereabouts (
  one   INTEGER PRIMARY KEY CHECK (one = 1),
  state TEXT NOT NULL CHECK (state IN ('arriving', 'leaving', 'moved')),
  move  TEXT NOT NULL,
  other TEXT NOT NULL -- the address of the other
) STRICT;

-- These triggers also stop an older program that still runs: it takes no orders and sends nothing.
CREATE TRIGGER entries_at_home BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM whereabouts WHERE state <> 'arriving')
BEGIN SELECT RAISE(ABORT, 'this database is not played on any more: it was moved'); END;
CREATE TRIGGER leases_at_home BEFORE INSERT ON leases
WHEN EXISTS (SELECT 1 FROM whereabouts WHERE state <> 'arriving')
BEGIN SELECT RAISE(ABORT, 'this database is not played on any more: it was moved'); END;
CREATE TRIGGER leases_at_home_still BEFORE UPDATE ON leases
WHEN NEW.until <> '' AND EXISTS (SELECT 1 FROM whereabouts WHERE state <> 'arriving')
BEGIN SELECT RAISE(ABORT, 'this database is not played on any more: it was moved'); END;
