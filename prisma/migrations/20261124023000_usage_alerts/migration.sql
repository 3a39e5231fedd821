-- CreateEnum
CREATE TYPE "alert_kind" AS ENUM ('balance', 'day', 'month');

-- CreateTable
CREATE TABLE "usage_alerts" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "kind" "alert_kind" NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "period_start" DATE,

    CONSTRAINT "usage_alerts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex: every minute all alerts of a kind are looked through that may be due.
CREATE INDEX "usage_alerts_kind_period_start_idx" ON "usage_alerts"("kind", "period_start");

-- CreateIndex
CREATE UNIQUE INDEX "usage_alerts_account_id_kind_amount_micros_key" ON "usage_alerts"("account_id", "kind", "amount_micros");

-- AddForeignKey
ALTER TABLE "usage_alerts" ADD CONSTRAINT "usage_alerts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
ALTER TABLE "usage_alerts"
  ADD CONSTRAINT "usage_alerts_amount_check" CHECK ("amount_micros" > 0),
  ADD CONSTRAINT "usage_alerts_period_check" CHECK (("kind" = 'balance') = ("period_start" IS NULL));

-- The one amount of an account becomes the first of its alerts. A balance is never below 0: an alert there never was sent.
INSERT INTO "usage_alerts" ("id", "account_id", "kind", "amount_micros", "created_at", "sent_at")
SELECT uuid_v7(now()), "id", 'balance', "low_balance_micros", now(), "low_balance_notice_at" FROM "accounts"
WHERE "low_balance_micros" > 0;

-- AlterTable
ALTER TABLE "accounts"
  DROP COLUMN "low_balance_micros",
  DROP COLUMN "low_balance_notice_at";
