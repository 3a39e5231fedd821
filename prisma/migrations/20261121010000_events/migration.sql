-- CreateEnum
CREATE TYPE "webhook_kind" AS ENUM ('inbound', 'report');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'delivered', 'failed');

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "previous_secret_until" TIMESTAMPTZ(3),
ADD COLUMN     "previous_webhook_secret" BYTEA,
ADD COLUMN     "webhook_secret" BYTEA;

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "account_id" INTEGER NOT NULL,
    "kind" "webhook_kind" NOT NULL,
    "url" TEXT NOT NULL,
    "registered_at" TIMESTAMPTZ(3) NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("account_id","kind")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" "webhook_kind" NOT NULL,
    "message_id" UUID,
    "inbound_id" UUID,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'pending',
    "due_at" TIMESTAMPTZ(3),
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "attempted_at" TIMESTAMPTZ(3),
    "attempted_url" TEXT,
    "response_code" SMALLINT,
    "response_body" TEXT,
    "error" TEXT,
    "duration_ms" INTEGER,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbound_messages" (
    "id" UUID NOT NULL,
    "account_id" INTEGER,
    "msisdn" TEXT NOT NULL,
    "shortcode" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "encoding" "encoding" NOT NULL,
    "network" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "carrier" TEXT NOT NULL,
    "carrier_reference" TEXT NOT NULL,
    "related_message_id" UUID,

    CONSTRAINT "inbound_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_deliveries_account_id_created_at_id_idx" ON "webhook_deliveries"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_response_idx" ON "webhook_deliveries"("account_id", "kind", "response_code", "created_at" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_message_id_idx" ON "webhook_deliveries"("message_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_inbound_id_idx" ON "webhook_deliveries"("inbound_id");

-- CreateIndex
CREATE INDEX "inbound_messages_account_id_received_at_id_idx" ON "inbound_messages"("account_id", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "inbound_messages_msisdn_idx" ON "inbound_messages"("account_id", "msisdn", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "inbound_messages_shortcode_idx" ON "inbound_messages"("account_id", "shortcode", "received_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "inbound_messages_related_message_id_idx" ON "inbound_messages"("related_message_id");

-- CreateIndex
CREATE UNIQUE INDEX "inbound_messages_carrier_carrier_reference_key" ON "inbound_messages"("carrier", "carrier_reference");

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_inbound_id_fkey" FOREIGN KEY ("inbound_id") REFERENCES "inbound_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_related_message_id_fkey" FOREIGN KEY ("related_message_id") REFERENCES "messages"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- A UUIDv7 for rows that are made inside a statement: 48 bits of milliseconds, version 7, the rest random.
CREATE FUNCTION uuid_v7(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

ALTER TABLE "accounts" ADD CONSTRAINT "accounts_previous_secret_check" CHECK (
  ("previous_webhook_secret" IS NULL) = ("previous_secret_until" IS NULL));

ALTER TABLE "webhook_endpoints"
  ADD CONSTRAINT "webhook_endpoints_paused_check" CHECK ("paused_at" IS NULL OR "failing_since" IS NOT NULL);

ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_due_check" CHECK ("due_at" IS NULL OR "state" = 'pending'),
  ADD CONSTRAINT "webhook_deliveries_subject_check" CHECK (
    ("kind" = 'inbound') = ("inbound_id" IS NOT NULL) AND ("kind" = 'report') = ("message_id" IS NOT NULL));

-- Deliveries waiting for a worker, over all and by account.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("due_at", "id") WHERE "due_at" IS NOT NULL;
CREATE INDEX "webhook_deliveries_account_due_idx" ON "webhook_deliveries" ("account_id", "kind", "due_at", "id")
  WHERE "due_at" IS NOT NULL;

-- Deliveries kept while their endpoint is paused.
CREATE INDEX "webhook_deliveries_kept_idx" ON "webhook_deliveries" ("account_id", "kind", "created_at")
  WHERE "state" = 'pending' AND "due_at" IS NULL;

-- The list of blocked numbers, by the time they were blocked or resubscribed.
CREATE INDEX "blocked_numbers_changed_idx"
  ON "blocked_numbers" ("account_id", greatest("blocked_at", "resubscribed_at") DESC, "msisdn");
