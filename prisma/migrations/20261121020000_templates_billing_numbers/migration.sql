-- AlterEnum
ALTER TYPE "ledger_kind" ADD VALUE 'lookup';

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "legacy_send_enabled" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
-- A response from before cannot be sealed under a key that only its caller has: to a repeat across this change the
-- request is another one, and it is refused rather than done twice.
ALTER TABLE "idempotency_keys" ALTER COLUMN "response" TYPE BYTEA USING ''::bytea;
UPDATE "idempotency_keys" SET "key" = encode(sha256(convert_to("key", 'UTF8')), 'hex');

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "sealed_body" BYTEA;

-- AlterTable
ALTER TABLE "rates" ADD COLUMN     "template_price_micros" BIGINT;

-- AlterTable
ALTER TABLE "shortcodes" ADD COLUMN     "is_template_sender" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "simulated_messages" ADD COLUMN     "sealed_body" BYTEA;

-- CreateTable
CREATE TABLE "billing_days" (
    "account_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "send_type" "send_type" NOT NULL,
    "rate_code" VARCHAR(100) NOT NULL,
    "messages" BIGINT NOT NULL,
    "segments" BIGINT NOT NULL,
    "net_micros" BIGINT NOT NULL,
    "gst_micros" BIGINT NOT NULL,

    CONSTRAINT "billing_days_pkey" PRIMARY KEY ("account_id","day","send_type","rate_code")
);

-- CreateTable
CREATE TABLE "networks" (
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "networks_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "ported_numbers" (
    "msisdn" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,
    "ported_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ported_numbers_pkey" PRIMARY KEY ("msisdn")
);

-- CreateTable
CREATE TABLE "emails" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "emails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "emails_account_id_created_at_id_idx" ON "emails"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "emails_created_at_idx" ON "emails"("created_at");

-- AddForeignKey
ALTER TABLE "billing_days" ADD CONSTRAINT "billing_days_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ported_numbers" ADD CONSTRAINT "ported_numbers_network_code_fkey" FOREIGN KEY ("network_code") REFERENCES "networks"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "emails" ADD CONSTRAINT "emails_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

ALTER TABLE "messages"
  -- Whatever ends a message erases its code.
  ADD CONSTRAINT "messages_sealed_check" CHECK ("sealed_body" IS NULL OR ("send_type" = 'otp' AND "status" = 'PENDING'));

ALTER TABLE "ledger_entries"
  -- As a text: a new value of an enumeration cannot be named in the transaction that adds it.
  ADD CONSTRAINT "ledger_entries_lookup_check" CHECK (
    "kind"::text <> 'lookup'
    OR ("net_micros" >= 0 AND "gst_micros" >= 0 AND "amount_micros" = -("net_micros" + "gst_micros") AND "message_id" IS NULL));

ALTER TABLE "billing_days"
  ADD CONSTRAINT "billing_days_sums_check" CHECK (
    "messages" >= 0 AND "segments" >= 0 AND "net_micros" >= 0 AND "gst_micros" >= 0),
  -- A busy account writes the same few rows all day: room for their versions on the same page.
  SET (fillfactor = 50);

ALTER TABLE "rates" ADD CONSTRAINT "rates_template_price_check" CHECK ("template_price_micros" >= 0);

ALTER TABLE "networks" ADD CONSTRAINT "networks_code_check" CHECK ("code" ~ '^[0-9]{5,6}$');

ALTER TABLE "ported_numbers" ADD CONSTRAINT "ported_numbers_msisdn_check" CHECK ("msisdn" ~ '^642[0-9]{7,9}$');

ALTER TABLE "emails"
  ADD CONSTRAINT "emails_due_check" CHECK ("due_at" IS NULL OR "sent_at" IS NULL);

-- E-mails waiting for a worker.
CREATE INDEX "emails_due_idx" ON "emails" ("due_at", "id") WHERE "due_at" IS NOT NULL;

-- What has been billed before there were daily sums.
INSERT INTO "billing_days" ("account_id", "day", "send_type", "rate_code", "messages", "segments", "net_micros", "gst_micros")
SELECT e."account_id", (e."created_at" AT TIME ZONE 'Pacific/Auckland')::date, e."send_type", coalesce(e."rate_code", ''),
  count(*), sum(e."segments"), sum(e."net_micros"), sum(e."gst_micros")
FROM "ledger_entries" e
WHERE e."kind" = 'deduction' AND NOT EXISTS (SELECT 1 FROM "ledger_entries" r WHERE r."reverses_id" = e."id")
GROUP BY 1, 2, 3, 4;

-- One-time codes and reminders, per part (rules: prices).
UPDATE "rates" SET "template_price_micros" = 80000 WHERE "calling_code" IN ('64', '61');

UPDATE "shortcodes" SET "is_template_sender" = true WHERE "number" = '2190' AND "owner_id" IS NULL;

INSERT INTO "networks" ("code", "name") VALUES ('53001', 'One NZ'), ('53005', 'Spark'), ('53024', '2degrees');
