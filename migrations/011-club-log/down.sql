DROP TABLE checkpoints;
DROP TABLE club_log;
