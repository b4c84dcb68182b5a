-- A lease has a number, greater each time it is taken. Who gives it back leaves the row, with an empty `until`.
ALTER TABLE wardroom.leases ADD COLUMN number bigint NOT NULL DEFAULT 0;
-- How much was begun to be sent under it.
ALTER TABLE wardroom.leases ADD COLUMN sends bigint NOT NULL DEFAULT 0;

-- An older program takes a lease without counting, and gives it back by deleting the row.
CREATE FUNCTION wardroom.lease_counted() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE wardroom.leases SET until = '' WHERE channel = OLD.channel;
    RETURN NULL;
  END IF;
  IF NEW.owner <> OLD.owner AND NEW.number <= OLD.number THEN
    NEW.number := OLD.number + 1;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER counted BEFORE UPDATE OR DELETE ON wardroom.leases
  FOR EACH ROW EXECUTE FUNCTION wardroom.lease_counted();

INSERT INTO wardroom.schema (version, oldest) VALUES (3, 1);
