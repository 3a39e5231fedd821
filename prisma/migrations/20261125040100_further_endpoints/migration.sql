-- CreateEnum
CREATE TYPE "webhook_event" AS ENUM ('message.inbound', 'message.report', 'message.report.final', 'optout.changed');

-- AlterTable
ALTER TABLE "webhook_endpoints"
  ADD COLUMN "number" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "paused_by_hand" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "id" UUID,
  ADD COLUMN "name" VARCHAR(60),
  ADD COLUMN "event_types" "webhook_event"[],
  ADD COLUMN "shortcode" TEXT;

-- AlterTable
ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_endpoints_pkey",
  ADD CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("account_id","kind","number");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_endpoints_id_key" ON "webhook_endpoints"("id");

-- AlterTable
ALTER TABLE "webhook_deliveries"
  ADD COLUMN "number" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "event_type" "webhook_event";

-- What Prisma's schema language cannot say.

-- The number of each further endpoint. One that was removed never comes back: what waited for it is not another's.
CREATE SEQUENCE "webhook_endpoint_numbers" AS INTEGER;

-- The names of an account's further endpoints differ, whatever their capitals.
CREATE UNIQUE INDEX "webhook_endpoints_name_idx" ON "webhook_endpoints" ("account_id", lower("name"))
  WHERE "name" IS NOT NULL;

ALTER TABLE "webhook_endpoints"
  DROP CONSTRAINT "webhook_endpoints_paused_check",
  ADD CONSTRAINT "webhook_endpoints_paused_check" CHECK (
    ("paused_at" IS NULL OR "failing_since" IS NOT NULL OR "paused_by_hand")
    AND ("paused_at" IS NOT NULL OR NOT "paused_by_hand")),
  ADD CONSTRAINT "webhook_endpoints_further_check" CHECK (
    CASE WHEN "kind" = 'further'
      THEN "number" > 0 AND "id" IS NOT NULL AND "name" IS NOT NULL AND "event_types" IS NOT NULL
      ELSE "number" = 0 AND "id" IS NULL AND "name" IS NULL AND coalesce(cardinality("event_types"), 0) = 0 AND "shortcode" IS NULL
        AND NOT "paused_by_hand" END);

ALTER TABLE "webhook_deliveries"
  DROP CONSTRAINT "webhook_deliveries_subject_check",
  ADD CONSTRAINT "webhook_deliveries_subject_check" CHECK (
    CASE WHEN "kind" = 'further'
      THEN "number" > 0 AND "event_type" IS NOT NULL AND ("inbound_id" IS NULL OR "message_id" IS NULL)
      ELSE "number" = 0 AND "event_type" IS NULL AND ("kind" = 'inbound') = ("inbound_id" IS NOT NULL)
        AND ("kind" = 'report') = ("message_id" IS NOT NULL) END);

-- Deliveries waiting for a worker, by endpoint.
DROP INDEX "webhook_deliveries_account_due_idx";
CREATE INDEX "webhook_deliveries_account_due_idx"
  ON "webhook_deliveries" ("account_id", "kind", "number", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- Deliveries kept while their endpoint is paused.
DROP INDEX "webhook_deliveries_kept_idx";
CREATE INDEX "webhook_deliveries_kept_idx" ON "webhook_deliveries" ("account_id", "kind", "number", "created_at")
  WHERE "state" = 'pending' AND "due_at" IS NULL;

-- Of a further endpoint, the newest first: for the list's filter and for a replay to it.
CREATE INDEX "webhook_deliveries_further_idx"
  ON "webhook_deliveries" ("account_id", "number", "created_at" DESC, "id" DESC) WHERE "kind" = 'further';

-- Events of no message are deleted by their own age.
CREATE INDEX "webhook_deliveries_of_no_message_idx" ON "webhook_deliveries" ("id")
  WHERE "message_id" IS NULL AND "inbound_id" IS NULL;
