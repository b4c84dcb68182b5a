-- What the role may do that plays: add to the log, and change what is kept beside it. `$role` stands for its name.
REVOKE ALL ON SCHEMA wardroom FROM $role;
REVOKE ALL ON ALL TABLES IN SCHEMA wardroom FROM $role;
GRANT USAGE ON SCHEMA wardroom TO $role;
GRANT SELECT ON ALL TABLES IN SCHEMA wardroom TO $role;
GRANT INSERT ON wardroom.packs, wardroom.tables, wardroom.entries, wardroom.tables_of_players,
  wardroom.club_log, wardroom.checkpoints TO $role;
GRANT INSERT, UPDATE, DELETE ON wardroom.answers, wardroom.players, wardroom.aliases, wardroom.addresses,
  wardroom.notices, wardroom.deliveries, wardroom.leases, wardroom.notes, wardroom.settings, wardroom.alarms, wardroom.receipts, wardroom.unlogged TO $role;
