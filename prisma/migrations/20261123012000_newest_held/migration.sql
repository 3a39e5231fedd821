-- The newest and the oldest held messages of all accounts: by them an open page of Administration is told that the queue of
-- domains has changed. Few rows are held.
CREATE INDEX "message_queue_newest_held_idx" ON "message_queue" ("accepted_at" DESC, "message_id" DESC) WHERE "held";
