-- A send that is paused: since when, how often so far, and since when messages are left to be paused, which the sweep finds by
-- an index. No row is rewritten.
ALTER TABLE "bulk_sends"
  ADD COLUMN "paused_since" TIMESTAMPTZ(3),
  ADD COLUMN "pausing_since" TIMESTAMPTZ(3),
  ADD COLUMN "pauses" SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX "bulk_sends_pausing_idx" ON "bulk_sends" ("id") WHERE "pausing_since" IS NOT NULL;
CREATE INDEX "bulk_sends_paused_idx" ON "bulk_sends" ("id") WHERE "paused_since" IS NOT NULL;

-- A message that is paused is due for nobody; `paused_due_at` is when it would have been, and null while it is held.
ALTER TABLE "message_queue"
  ADD COLUMN "paused_at" TIMESTAMPTZ(3),
  ADD COLUMN "paused_due_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "message_queue_paused_check" CHECK (
    CASE WHEN "paused_at" IS NULL THEN "paused_due_at" IS NULL
      ELSE "due_at" IS NULL AND "held" = ("paused_due_at" IS NULL) END);

-- A message has one deduction that stands. One that was reversed by a pause makes room for that of the resume, and is still
-- known to be the message's.
ALTER TABLE "ledger_entries"
  ADD COLUMN "earlier_message_id" UUID,
  ADD CONSTRAINT "ledger_entries_earlier_check" CHECK (
    "earlier_message_id" IS NULL OR ("kind" = 'deduction' AND "message_id" IS NULL));
