DROP TABLE tables_of_players;
