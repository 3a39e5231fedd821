-- The row that is locked while old messages are deleted, so that one transaction does at a time.
INSERT INTO "lock_rows" ("kind", "slot") VALUES ('purge', 0);
