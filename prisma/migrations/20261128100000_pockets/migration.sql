-- It can run again where whoever applied it was killed before that was noted.
-- What a pocket pays for never looks at its account's row, which others lock and change at the same time: tables that get rows
-- with it have no foreign keys to accounts. Whoever inserts into one takes a share of the row, and three who want the row
-- meanwhile may wait for each other in a round, since a trigger has an update lock what its own statement saw before.
-- DropForeignKey
ALTER TABLE "idempotency_keys" DROP CONSTRAINT IF EXISTS "idempotency_keys_account_id_fkey";

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN IF NOT EXISTS "pockets" SMALLINT NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE IF NOT EXISTS "account_pockets" (
    "account_id" INTEGER NOT NULL,
    "number" SMALLINT NOT NULL,
    "balance_micros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "account_pockets_pkey" PRIMARY KEY ("account_id","number")
);

-- CreateTable
CREATE TABLE IF NOT EXISTS "pocket_days" (
    "account_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "send_type" "send_type" NOT NULL,
    "rate_code" VARCHAR(100) NOT NULL,
    "pocket" SMALLINT NOT NULL,
    "messages" BIGINT NOT NULL,
    "segments" BIGINT NOT NULL,
    "net_micros" BIGINT NOT NULL,
    "gst_micros" BIGINT NOT NULL,

    CONSTRAINT "pocket_days_pkey" PRIMARY KEY ("account_id","day","send_type","rate_code","pocket")
);

-- CreateIndex
CREATE INDEX IF NOT EXISTS "pocket_days_day_idx" ON "pocket_days"("day");

-- AddForeignKey
ALTER TABLE "account_pockets" DROP CONSTRAINT IF EXISTS "account_pockets_account_id_fkey";
ALTER TABLE "account_pockets" ADD CONSTRAINT "account_pockets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "accounts" DROP CONSTRAINT IF EXISTS "accounts_pockets_check";
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_pockets_check" CHECK ("pockets" BETWEEN 1 AND 16);

ALTER TABLE "account_pockets"
  DROP CONSTRAINT IF EXISTS "account_pockets_number_check",
  DROP CONSTRAINT IF EXISTS "account_pockets_balance_check";
ALTER TABLE "account_pockets"
  ADD CONSTRAINT "account_pockets_number_check" CHECK ("number" BETWEEN 1 AND 16),
  ADD CONSTRAINT "account_pockets_balance_check" CHECK ("balance_micros" >= 0),
  -- Every batch writes its row: room for their versions on the same page.
  SET (fillfactor = 50);

ALTER TABLE "pocket_days" SET (fillfactor = 50);

-- Whether an account may send by now. Each query of a volatile function sees what is committed as it begins, also in a
-- statement that began before and has a pocket's lock since.
CREATE OR REPLACE FUNCTION account_is_active(account integer) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM accounts WHERE id = account AND status = 'active');
END $$;
