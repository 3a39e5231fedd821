-- The handset of a message that a carrier perhaps took, while it is held: a report that names the handset may be its own.
-- AlterTable
ALTER TABLE "message_queue" ADD COLUMN "unknown_msisdn" TEXT;

-- Only of messages that are held so: no other one has an entry.
CREATE INDEX "message_queue_unknown_idx" ON "message_queue" ("carrier_id", "unknown_msisdn") WHERE "unknown_msisdn" IS NOT NULL;

-- CreateIndex
CREATE INDEX "parked_reports_carrier_msisdn_parked_at_idx" ON "parked_reports"("carrier", "msisdn", "parked_at" DESC);
