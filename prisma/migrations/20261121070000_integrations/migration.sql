-- CreateEnum
CREATE TYPE "integration_kind" AS ENUM ('crm_a', 'crm_b', 'automation', 'storefront', 'crm_c', 'mail_addin', 'email_to_sms');

-- CreateTable
CREATE TABLE "integrations" (
    "account_id" INTEGER NOT NULL,
    "kind" "integration_kind" NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "shortcode_id" INTEGER,
    "message_class" "message_class" NOT NULL DEFAULT 'transactional',
    "rate_code" VARCHAR(95),
    "secret_hash" BYTEA,
    "secret_made_at" TIMESTAMPTZ(3),
    "topics" JSONB NOT NULL DEFAULT '{}',
    "shopify_secret" BYTEA,
    "woocommerce_secret" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("account_id","kind")
);

-- CreateTable
CREATE TABLE "integration_calls" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" "integration_kind" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" SMALLINT NOT NULL,
    "result" VARCHAR(300) NOT NULL,
    "recipient" VARCHAR(40),
    "recipients" INTEGER NOT NULL DEFAULT 0,
    "message_id" UUID,

    CONSTRAINT "integration_calls_pkey" PRIMARY KEY ("account_id","kind","id")
);

-- CreateTable
CREATE TABLE "email_senders" (
    "account_id" INTEGER NOT NULL,
    "sender" VARCHAR(254) NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "token_hash" BYTEA,
    "token_ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_senders_pkey" PRIMARY KEY ("account_id","sender")
);

-- CreateTable
CREATE TABLE "email_submissions" (
    "message_id" UUID NOT NULL,
    "sender" VARCHAR(254) NOT NULL,
    "email_id" VARCHAR(998),
    "subject" VARCHAR(998),

    CONSTRAINT "email_submissions_pkey" PRIMARY KEY ("message_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "integrations_secret_hash_key" ON "integrations"("secret_hash");

-- CreateIndex
CREATE INDEX "integrations_shortcode_id_idx" ON "integrations"("shortcode_id");

-- CreateIndex
CREATE UNIQUE INDEX "email_senders_token_hash_key" ON "email_senders"("token_hash");

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_shortcode_id_fkey" FOREIGN KEY ("shortcode_id") REFERENCES "shortcodes"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integration_calls" ADD CONSTRAINT "integration_calls_account_id_kind_fkey" FOREIGN KEY ("account_id", "kind") REFERENCES "integrations"("account_id", "kind") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_senders" ADD CONSTRAINT "email_senders_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_submissions" ADD CONSTRAINT "email_submissions_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- Who sends from an address is known by it alone: once it is confirmed it is one account's.
CREATE UNIQUE INDEX "email_senders_confirmed_idx" ON "email_senders" ("sender") WHERE "confirmed_at" IS NOT NULL;

ALTER TABLE "email_senders"
  ADD CONSTRAINT "email_senders_form_check" CHECK ("sender" ~ '^[^@[:space:]]*@[^@[:space:]]+$' AND "sender" = lower("sender")),
  ADD CONSTRAINT "email_senders_token_check" CHECK (("token_hash" IS NULL) = ("token_ends_at" IS NULL));

ALTER TABLE "integrations"
  ADD CONSTRAINT "integrations_secret_check" CHECK (("secret_hash" IS NULL) = ("secret_made_at" IS NULL)),
  -- E-mails bring no key; everything else has one.
  ADD CONSTRAINT "integrations_kind_secret_check" CHECK (("secret_hash" IS NULL) = ("kind" = 'email_to_sms'));
