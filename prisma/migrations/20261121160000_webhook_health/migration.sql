-- AlterTable
ALTER TABLE "webhook_endpoints"
  ADD COLUMN "answered_at" TIMESTAMPTZ(3),
  ADD COLUMN "timed_out" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "cut_short" BOOLEAN NOT NULL DEFAULT false;
