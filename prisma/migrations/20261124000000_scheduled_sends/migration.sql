-- When a message goes out at the earliest, where its sender asked for a later time. Null for all others: no row is rewritten.
ALTER TABLE "messages" ADD COLUMN "send_at" TIMESTAMPTZ(3);

-- Since when a bulk send is being cancelled; null again once nothing of it waits. The sweep finds by the index what a server
-- left that was stopped in between.
ALTER TABLE "bulk_sends" ADD COLUMN "cancelling_since" TIMESTAMPTZ(3);
CREATE INDEX "bulk_sends_cancelling_idx" ON "bulk_sends" ("id") WHERE "cancelling_since" IS NOT NULL;
