-- Cards that accounts have saved at Stripe, and the payments that these make by themselves.
-- CreateTable
CREATE TABLE "saved_cards" (
    "account_id" INTEGER NOT NULL,
    "customer_id" TEXT NOT NULL,
    "method_id" TEXT,
    "brand" TEXT,
    "last_four" TEXT,
    "exp_month" SMALLINT,
    "exp_year" SMALLINT,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_cards_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "card_detachments" (
    "method_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "card_detachments_pkey" PRIMARY KEY ("method_id")
);

-- CreateTable
CREATE TABLE "auto_top_ups" (
    "account_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "below_micros" BIGINT NOT NULL,
    "per_day" SMALLINT NOT NULL,
    "month_micros" BIGINT NOT NULL,
    "paused_for" TEXT,
    "paused_at" TIMESTAMPTZ(3),
    "limit_kind" TEXT,
    "limit_until" TIMESTAMPTZ(3),

    CONSTRAINT "auto_top_ups_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "auto_top_up_payments" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "method_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "attempts" SMALLINT NOT NULL,
    "outcome" TEXT,
    "reason" TEXT,
    "payment_id" TEXT,

    CONSTRAINT "auto_top_up_payments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_cards_method_id_idx" ON "saved_cards"("method_id");

-- CreateIndex
CREATE INDEX "card_detachments_due_at_idx" ON "card_detachments"("due_at");

-- CreateIndex
CREATE UNIQUE INDEX "auto_top_up_payments_payment_id_key" ON "auto_top_up_payments"("payment_id");

-- CreateIndex
CREATE INDEX "auto_top_up_payments_account_id_created_at_idx" ON "auto_top_up_payments"("account_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "saved_cards" ADD CONSTRAINT "saved_cards_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auto_top_ups" ADD CONSTRAINT "auto_top_ups_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auto_top_up_payments" ADD CONSTRAINT "auto_top_up_payments_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
ALTER TABLE "saved_cards" ADD CONSTRAINT "saved_cards_whole_check" CHECK (
  num_nulls("method_id", "brand", "last_four", "exp_month", "exp_year") IN (0, 5));

ALTER TABLE "auto_top_ups"
  ADD CONSTRAINT "auto_top_ups_state_check" CHECK ("state" IN ('on', 'off', 'paused')),
  ADD CONSTRAINT "auto_top_ups_paused_check" CHECK (
    ("state" = 'paused') = ("paused_for" IS NOT NULL) AND ("paused_for" IS NULL) = ("paused_at" IS NULL)),
  ADD CONSTRAINT "auto_top_ups_limit_check" CHECK (
    ("limit_kind" IS NULL OR "limit_kind" IN ('day', 'month')) AND ("limit_kind" IS NULL) = ("limit_until" IS NULL)),
  ADD CONSTRAINT "auto_top_ups_amounts_check" CHECK (
    "amount_micros" > 0 AND "below_micros" > 0 AND "per_day" > 0 AND "month_micros" >= "amount_micros");

-- A payment is either still to be asked about, or settled.
ALTER TABLE "auto_top_up_payments"
  ADD CONSTRAINT "auto_top_up_payments_amount_check" CHECK ("amount_micros" > 0),
  ADD CONSTRAINT "auto_top_up_payments_outcome_check" CHECK ("outcome" IN ('paid', 'refused', 'cancelled')),
  ADD CONSTRAINT "auto_top_up_payments_settled_check" CHECK (
    ("due_at" IS NULL) = ("outcome" IS NOT NULL) AND ("reason" IS NULL OR "outcome" = 'refused'));

-- All that are on are looked through again and again.
CREATE INDEX "auto_top_ups_on_idx" ON "auto_top_ups" ("account_id") WHERE "state" = 'on';

-- An account has one payment under way at a time.
CREATE UNIQUE INDEX "auto_top_up_payments_open_idx" ON "auto_top_up_payments" ("account_id") WHERE "outcome" IS NULL;
CREATE INDEX "auto_top_up_payments_due_idx" ON "auto_top_up_payments" ("due_at", "id") WHERE "due_at" IS NOT NULL;
