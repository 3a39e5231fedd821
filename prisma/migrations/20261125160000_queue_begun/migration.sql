-- Whether a message's carrier has a part of it, or perhaps has it. No row is rewritten, and an older server beside this one
-- leaves the column alone: what it begins is then left for a carrier that is drained, as before.
ALTER TABLE "message_queue" ADD COLUMN "begun" BOOLEAN NOT NULL DEFAULT false;

-- What a carrier that is drained still has to finish: no other message has an entry.
CREATE INDEX "message_queue_begun_idx" ON "message_queue" ("carrier_id", "due_at", "message_id") WHERE "begun" AND "due_at" IS NOT NULL;
