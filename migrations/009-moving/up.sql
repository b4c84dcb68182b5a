-- Whether this database is played on: one row while it is not. `arriving`: it is being made a copy of another; `leaving`: another
-- is being made a copy of it; `moved`: the other is played on instead. `move` is the same number in both.
CREATE TABLE whereabouts (
  one   INTEGER PRIMARY KEY CHECK (one = 1),
  state TEXT NOT NULL CHECK (state IN ('arriving', 'leaving', 'moved')),
  move  TEXT NOT NULL,
  other TEXT NOT NULL -- where the other is
) STRICT;

-- An older program that still runs takes no orders and sends nothing either.
CREATE TRIGGER entries_at_home BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM whereabouts WHERE state <> 'arriving')
BEGIN SELECT RAISE(ABORT, 'this database is not played on any more: it was moved'); END;
CREATE TRIGGER leases_at_home BEFORE INSERT ON leases
WHEN EXISTS (SELECT 1 FROM whereabouts WHERE state <> 'arriving')
BEGIN SELECT RAISE(ABORT, 'this database is not played on any more: it was moved'); END;
CREATE TRIGGER leases_at_home_still BEFORE UPDATE ON leases
WHEN NEW.until <> '' AND EXISTS (SELECT 1 FROM whereabouts WHERE state <> 'arriving')
BEGIN SELECT RAISE(ABORT, 'this database is not played on any more: it was moved'); END;
