-- Whether this database is played on: one row while it is not. `arriving`: it is being made a copy of another; `leaving`: another
-- is being made a copy of it; `moved`: the other is played on instead. `move` is the same number in both.
CREATE TABLE wardroom.whereabouts (
  one   integer PRIMARY KEY CHECK (one = 1),
  state text COLLATE "C" NOT NULL CHECK (state IN ('arriving', 'leaving', 'moved')),
  move  text COLLATE "C" NOT NULL,
  other text COLLATE "C" NOT NULL -- where the other is
);
GRANT SELECT ON wardroom.whereabouts TO PUBLIC;

-- Nothing is written to a database that is not played on, by whatever program, but what `copy` brings to one that arrives; leases
-- are given back all the same. Who writes holds the lock until the transaction ends, so that none is under way when the row
-- comes; who changes the row holds it alone. The number is `WRM2`.
CREATE FUNCTION wardroom.at_home() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  home record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(x'57524D32'::int);
  SELECT state, other INTO home FROM wardroom.whereabouts;
  IF NOT FOUND OR home.state = 'arriving' AND current_setting('wardroom.copying', true) = 'on' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION USING ERRCODE = 'WRM02', MESSAGE = 'this database is not played on', DETAIL = home.other, HINT = home.state;
END $$;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['packs', 'tables', 'entries', 'tables_of_players', 'answers', 'players', 'aliases', 'addresses',
                              'notices', 'deliveries', 'notes', 'settings', 'alarms'] LOOP
    EXECUTE format('CREATE TRIGGER at_home BEFORE INSERT OR UPDATE OR DELETE ON wardroom.%I
                    FOR EACH STATEMENT EXECUTE FUNCTION wardroom.at_home()', name);
  END LOOP;
END $$;
CREATE TRIGGER at_home BEFORE INSERT OR UPDATE ON wardroom.leases
  FOR EACH ROW WHEN (NEW.until <> '') EXECUTE FUNCTION wardroom.at_home();

INSERT INTO wardroom.schema (version, oldest) VALUES (2, 1);
