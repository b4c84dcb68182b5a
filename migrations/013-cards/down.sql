DROP INDEX card_entries;
