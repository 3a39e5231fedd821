-- A send's name, and when it goes out at the earliest, where its sender gave them. What became of its messages is noted once
-- all of them have a final status, so that a list does not look at each of them again; null until then.
ALTER TABLE "bulk_sends"
  ADD COLUMN "name" VARCHAR(80),
  ADD COLUMN "send_at" TIMESTAMPTZ(3),
  ADD COLUMN "delivered" INTEGER,
  ADD COLUMN "failed" INTEGER,
  ADD COLUMN "cancelled" INTEGER,
  ADD COLUMN "price_micros" BIGINT;

-- The list of an account's sends, newest first. It also serves what the index of the account alone was for.
CREATE INDEX "bulk_sends_account_id_accepted_at_id_idx" ON "bulk_sends" ("account_id", "accepted_at" DESC, "id" DESC);
DROP INDEX "bulk_sends_account_id_idx";

-- A single message that was given a name is a send too.
ALTER TABLE "bulk_sends" DROP CONSTRAINT "bulk_sends_message_ids_check";
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_message_ids_check" CHECK (
  cardinality("message_ids") > 0 AND "id" = "message_ids"[1]
);
