-- The newest and the oldest held messages of all accounts: by them an open page of Administration is told that the queue of
-- domains has changed. Few rows are held. The condition is not written as elsewhere, so that what looks for an account's
-- held messages never goes over those of all accounts by this index.
CREATE INDEX "message_queue_newest_held_idx" ON "message_queue" ("accepted_at" DESC, "message_id" DESC) WHERE "held"::int = 1;
