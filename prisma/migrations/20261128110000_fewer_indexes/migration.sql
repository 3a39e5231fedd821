-- It can run again where whoever applied it was killed before that was noted.
-- The row of a message is in the whole index for nothing: of ten million ledger entries a few thousand reverse another.
CREATE UNIQUE INDEX "ledger_entries_own_reverses_id_key" ON "ledger_entries" ("reverses_id") WHERE "reverses_id" IS NOT NULL;
DROP INDEX "ledger_entries_reverses_id_key";
ALTER INDEX "ledger_entries_own_reverses_id_key" RENAME TO "ledger_entries_reverses_id_key";

-- A reference is made when the message is received, and begins with that time.
DROP INDEX IF EXISTS "simulated_messages_received_at_idx";
