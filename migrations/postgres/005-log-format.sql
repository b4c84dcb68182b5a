-- New tables have format 2 of the log, whose dice a program for an older schema would roll otherwise. Nothing else changes: the step keeps
-- such programs out.
INSERT INTO wardroom.schema (version, oldest) VALUES (5, 5);
