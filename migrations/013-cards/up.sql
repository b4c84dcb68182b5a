-- The entries that say how lists show a table, so that a list does not read the orders.
CREATE INDEX card_entries ON entries (table_id, seq) WHERE kind IN (
  'TableOpened', 'SeatOffered', 'OfferWithdrawn', 'SeatTaken', 'SeatVacated', 'TimeChanged', 'NameChanged',
  'MasterChanged', 'TableClosed', 'SeedRevealed', 'Peeked');
