-- What a network took before this is not looked at: nobody is told now of reports that were missing long ago.
UPDATE "message_queue" SET "valid_until" = NULL WHERE "due_at" IS NULL AND NOT "held" AND "paused_at" IS NULL;
-- Finds what a network has by when its report should have come.
CREATE INDEX "message_queue_unreported_idx" ON "message_queue" ("valid_until")
  WHERE "due_at" IS NULL AND NOT "held" AND "paused_at" IS NULL AND "valid_until" IS NOT NULL;
