DROP TRIGGER leases_at_home_still;
DROP TRIGGER leases_at_home;
DROP TRIGGER entries_at_home;
DROP TABLE whereabouts;
