-- CreateEnum
CREATE TYPE "account_status" AS ENUM ('active', 'disabled');

-- CreateEnum
CREATE TYPE "message_class" AS ENUM ('transactional', 'marketing');

-- CreateEnum
CREATE TYPE "send_type" AS ENUM ('sms', 'otp', 'appointment');

-- CreateEnum
CREATE TYPE "encoding" AS ENUM ('GSM-7', 'UCS-2');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('DELIVRD', 'UNDELIV', 'ACCEPTD', 'QUEUED', 'FAILED', 'PENDING', 'BLOCKED', 'DELETED', 'UNKNOWN', 'NACKED', 'ENROUTE');

-- CreateEnum
CREATE TYPE "blocked_reason" AS ENUM ('unsubscribed', 'invalid_number');

-- CreateEnum
CREATE TYPE "ledger_kind" AS ENUM ('topup', 'adjustment', 'deduction', 'reversal');

-- CreateTable
CREATE TABLE "accounts" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "country" CHAR(2) NOT NULL,
    "status" "account_status" NOT NULL DEFAULT 'active',
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "unicode_enabled" BOOLEAN NOT NULL DEFAULT false,
    "balance_micros" BIGINT NOT NULL DEFAULT 0,
    "standard_rate_micros" BIGINT,
    "default_sender_id" INTEGER,
    "template_sender_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "token_hash" BYTEA NOT NULL,
    "api_key_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "auth_failures" (
    "key" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL,
    "window_ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auth_failures_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "shortcodes" (
    "id" SERIAL NOT NULL,
    "number" TEXT NOT NULL,
    "owner_id" INTEGER,
    "active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "shortcodes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "send_type" "send_type" NOT NULL,
    "message_class" "message_class" NOT NULL,
    "sender" TEXT NOT NULL,
    "msisdn" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "encoding" "encoding" NOT NULL,
    "parts" SMALLINT NOT NULL,
    "customer_message_id" VARCHAR(36),
    "rate_code" VARCHAR(95),
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "status" "delivery_status" NOT NULL,
    "status_code" SMALLINT,
    "status_at" TIMESTAMPTZ(3),
    "blocked_reason" "blocked_reason",
    "held_hosts" TEXT[],
    "due_at" TIMESTAMPTZ(3),
    "first_tried_at" TIMESTAMPTZ(3),
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "carrier" TEXT,
    "carrier_reference" TEXT,
    "submitted_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_reports" (
    "id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "report_key" TEXT NOT NULL,
    "status" "delivery_status" NOT NULL,
    "status_code" SMALLINT NOT NULL,
    "reported_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" "ledger_kind" NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "net_micros" BIGINT NOT NULL,
    "gst_micros" BIGINT NOT NULL,
    "message_id" UUID,
    "send_type" "send_type",
    "rate_code" VARCHAR(100),
    "segments" SMALLINT,
    "reverses_id" UUID,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approved_domains" (
    "account_id" INTEGER NOT NULL,
    "domain" TEXT NOT NULL,
    "approved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approved_domains_pkey" PRIMARY KEY ("account_id","domain")
);

-- CreateTable
CREATE TABLE "blocked_numbers" (
    "account_id" INTEGER NOT NULL,
    "msisdn" TEXT NOT NULL,
    "keyword" TEXT NOT NULL,
    "shortcode" TEXT,
    "blocked_at" TIMESTAMPTZ(3) NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "resubscribed_at" TIMESTAMPTZ(3),

    CONSTRAINT "blocked_numbers_pkey" PRIMARY KEY ("account_id","msisdn")
);

-- CreateTable
CREATE TABLE "rates" (
    "calling_code" TEXT NOT NULL,
    "price_micros" BIGINT NOT NULL,
    "is_standard" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "rates_pkey" PRIMARY KEY ("calling_code")
);

-- CreateTable
CREATE TABLE "network_prefixes" (
    "prefix" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "network_code" TEXT NOT NULL,

    CONSTRAINT "network_prefixes_pkey" PRIMARY KEY ("prefix")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "account_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "response" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id","key")
);

-- CreateTable
CREATE TABLE "simulated_messages" (
    "reference" UUID NOT NULL,
    "client_reference" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "msisdn" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "reports_sent" SMALLINT NOT NULL DEFAULT 0,
    "next_report_at" TIMESTAMPTZ(3),

    CONSTRAINT "simulated_messages_pkey" PRIMARY KEY ("reference")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts"("email");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_client_id_key" ON "api_keys"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys"("secret_hash");

-- CreateIndex
CREATE INDEX "api_keys_account_id_idx" ON "api_keys"("account_id");

-- CreateIndex
CREATE INDEX "access_tokens_api_key_id_idx" ON "access_tokens"("api_key_id");

-- CreateIndex
CREATE INDEX "access_tokens_expires_at_idx" ON "access_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "auth_failures_window_ends_at_idx" ON "auth_failures"("window_ends_at");

-- CreateIndex
CREATE UNIQUE INDEX "shortcodes_number_key" ON "shortcodes"("number");

-- CreateIndex
CREATE INDEX "shortcodes_owner_id_idx" ON "shortcodes"("owner_id");

-- CreateIndex
CREATE INDEX "messages_account_id_accepted_at_id_idx" ON "messages"("account_id", "accepted_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "messages_msisdn_accepted_at_idx" ON "messages"("msisdn", "accepted_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "delivery_reports_message_id_report_key_key" ON "delivery_reports"("message_id", "report_key");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_reverses_id_key" ON "ledger_entries"("reverses_id");

-- CreateIndex
CREATE INDEX "ledger_entries_account_id_created_at_id_idx" ON "ledger_entries"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "simulated_messages_client_reference_key" ON "simulated_messages"("client_reference");

-- CreateIndex
CREATE INDEX "simulated_messages_msisdn_received_at_idx" ON "simulated_messages"("msisdn", "received_at" DESC);

-- CreateIndex
CREATE INDEX "simulated_messages_received_at_idx" ON "simulated_messages"("received_at");

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_default_sender_id_fkey" FOREIGN KEY ("default_sender_id") REFERENCES "shortcodes"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_template_sender_id_fkey" FOREIGN KEY ("template_sender_id") REFERENCES "shortcodes"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shortcodes" ADD CONSTRAINT "shortcodes_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_reports" ADD CONSTRAINT "delivery_reports_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_reverses_id_fkey" FOREIGN KEY ("reverses_id") REFERENCES "ledger_entries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approved_domains" ADD CONSTRAINT "approved_domains_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocked_numbers" ADD CONSTRAINT "blocked_numbers_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say: checks, partial indexes, and the rows no gateway works without.

-- Checks
ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_balance_check" CHECK ("balance_micros" >= 0),
  ADD CONSTRAINT "accounts_standard_rate_check" CHECK ("standard_rate_micros" >= 0),
  ADD CONSTRAINT "accounts_email_check" CHECK ("email" = lower("email") AND "email" <> ''),
  ADD CONSTRAINT "accounts_country_check" CHECK ("country" ~ '^[A-Z]{2}$');

ALTER TABLE "api_keys"
  ADD CONSTRAINT "api_keys_client_id_check" CHECK ("client_id" LIKE 'cid\_%'),
  ADD CONSTRAINT "api_keys_secret_hash_check" CHECK (octet_length("secret_hash") = 32);

ALTER TABLE "access_tokens"
  ADD CONSTRAINT "access_tokens_hash_check" CHECK (octet_length("token_hash") = 32),
  ADD CONSTRAINT "access_tokens_expiry_check" CHECK ("expires_at" > "created_at");

ALTER TABLE "shortcodes"
  ADD CONSTRAINT "shortcodes_number_check" CHECK ("number" <> '');

ALTER TABLE "messages"
  ADD CONSTRAINT "messages_parts_check" CHECK ("parts" BETWEEN 1 AND 11),
  ADD CONSTRAINT "messages_msisdn_check" CHECK (length("msisdn") BETWEEN 6 AND 15),
  -- Only what has no outcome yet can wait for the carrier, and what is held waits for nothing else.
  ADD CONSTRAINT "messages_due_check" CHECK ("due_at" IS NULL OR ("status" = 'PENDING' AND "held_hosts" = '{}')),
  ADD CONSTRAINT "messages_blocked_check" CHECK (("status" = 'BLOCKED') = ("blocked_reason" IS NOT NULL)),
  ADD CONSTRAINT "messages_pending_check" CHECK ("status" <> 'PENDING' OR ("status_code" IS NULL AND "status_at" IS NULL)),
  ADD CONSTRAINT "messages_carrier_check" CHECK (("carrier" IS NULL) = ("carrier_reference" IS NULL));

ALTER TABLE "ledger_entries"
  ADD CONSTRAINT "ledger_entries_amount_check" CHECK (
    CASE "kind"
      WHEN 'deduction' THEN "net_micros" >= 0 AND "gst_micros" >= 0 AND "amount_micros" = -("net_micros" + "gst_micros")
      WHEN 'reversal' THEN "net_micros" >= 0 AND "gst_micros" >= 0 AND "amount_micros" = "net_micros" + "gst_micros"
      WHEN 'topup' THEN "amount_micros" > 0
      ELSE "amount_micros" <> 0
    END),
  ADD CONSTRAINT "ledger_entries_reversal_check" CHECK (("kind" = 'reversal') = ("reverses_id" IS NOT NULL)),
  ADD CONSTRAINT "ledger_entries_deduction_check" CHECK (
    "kind" <> 'deduction' OR ("send_type" IS NOT NULL AND "segments" IS NOT NULL));

ALTER TABLE "rates"
  ADD CONSTRAINT "rates_price_check" CHECK ("price_micros" >= 0),
  ADD CONSTRAINT "rates_code_check" CHECK ("calling_code" ~ '^([1-9][0-9]{0,2}|\*)$');

ALTER TABLE "blocked_numbers"
  ADD CONSTRAINT "blocked_numbers_resubscribed_check" CHECK ("active" OR "resubscribed_at" IS NOT NULL);

ALTER TABLE "auth_failures"
  ADD CONSTRAINT "auth_failures_count_check" CHECK ("failures" >= 0);

-- A message is billed once.
CREATE UNIQUE INDEX "ledger_entries_deduction_key" ON "ledger_entries" ("message_id") WHERE "kind" = 'deduction';

-- A report finds its message by what the carrier calls it. Carriers use a reference again after some weeks.
CREATE INDEX "messages_carrier_reference_idx" ON "messages" ("carrier_reference", "carrier", "id" DESC)
  WHERE "carrier_reference" IS NOT NULL;

-- The dispatch queue.
CREATE INDEX "messages_due_idx" ON "messages" ("due_at", "id") WHERE "due_at" IS NOT NULL;

-- Of the queue, what was to go out at once and nobody has taken yet.
CREATE INDEX "messages_fresh_idx" ON "messages" ("due_at" DESC, "id" DESC) WHERE "due_at" = "accepted_at";

-- Messages held for the approval of a domain.
CREATE INDEX "messages_held_idx" ON "messages" ("account_id", "id") WHERE "held_hosts" <> '{}' AND "status" = 'PENDING';

-- Status query by the customer's own id, and by a status that few messages have.
CREATE INDEX "messages_customer_message_id_idx"
  ON "messages" ("account_id", "customer_message_id", "accepted_at" DESC, "id" DESC)
  WHERE "customer_message_id" IS NOT NULL;
CREATE INDEX "messages_undelivered_idx" ON "messages" ("account_id", "status", "accepted_at" DESC, "id" DESC)
  WHERE "status" <> 'DELIVRD';

-- The simulated network's next reports.
CREATE INDEX "simulated_messages_due_idx" ON "simulated_messages" ("next_report_at") WHERE "next_report_at" IS NOT NULL;

-- Prices per part in micro-dollars, excluding GST (rules: prices).
INSERT INTO "rates" ("calling_code", "price_micros", "is_standard") VALUES
  ('64', 100000, true),
  ('61', 100000, true),
  ('*', 180000, false);

-- Networks of New Zealand mobile numbers by the prefix they were issued with (rules: networks).
INSERT INTO "network_prefixes" ("prefix", "network", "network_code") VALUES
  ('6420', '2degrees (MVNO)', '53024'),
  ('64204', 'Spark', '53005'),
  ('6421', 'One NZ', '53001'),
  ('6422', '2degrees', '53024'),
  ('6426', 'Spark', '53005'),
  ('6427', 'Spark', '53005'),
  ('6428', 'One NZ (MVNO)', '53001'),
  ('6429', 'One NZ', '53001');

-- Shared shortcodes (rules: senders); the first is what an account without a choice of its own sends from.
INSERT INTO "shortcodes" ("number") VALUES ('552'), ('2190');
