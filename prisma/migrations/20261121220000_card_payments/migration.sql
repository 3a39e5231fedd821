-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "owed_micros" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "card_payments" (
    "id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "credited_micros" BIGINT NOT NULL DEFAULT 0,
    "refunded_micros" BIGINT NOT NULL DEFAULT 0,
    "taken_micros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "card_payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "card_disputes" (
    "id" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "stage" SMALLINT NOT NULL,
    "is_withdrawn" BOOLEAN NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_disputes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "card_payments_account_id_idx" ON "card_payments"("account_id");

-- CreateIndex
CREATE INDEX "card_disputes_payment_id_idx" ON "card_disputes"("payment_id");

-- AddForeignKey
ALTER TABLE "card_payments" ADD CONSTRAINT "card_payments_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "card_disputes" ADD CONSTRAINT "card_disputes_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "card_payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Checks
ALTER TABLE "card_payments" ADD CONSTRAINT "card_payments_amounts_check" CHECK (
  "credited_micros" >= 0 AND "refunded_micros" >= 0 AND "taken_micros" BETWEEN 0 AND "credited_micros");

ALTER TABLE "card_disputes"
  ADD CONSTRAINT "card_disputes_amount_check" CHECK ("amount_micros" >= 0),
  ADD CONSTRAINT "card_disputes_stage_check" CHECK ("stage" BETWEEN 0 AND 2);

-- Who owes something has nothing: a balance pays first what is owed.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_owed_check" CHECK (
  "owed_micros" >= 0 AND ("owed_micros" = 0 OR "balance_micros" = 0));

-- Whatever statement adds to a balance, what is owed is paid from it in the same statement, with an entry of its own.
CREATE FUNCTION settle_owed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid bigint := least(NEW.owed_micros, NEW.balance_micros);
BEGIN
  INSERT INTO ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, note, created_at)
  VALUES (gen_random_uuid(), NEW.id, 'adjustment', -paid, -paid, 0, 'Owed for a card payment that was taken back', now());
  NEW.balance_micros := NEW.balance_micros - paid;
  NEW.owed_micros := NEW.owed_micros - paid;
  RETURN NEW;
END
$$;

CREATE TRIGGER owed_settled BEFORE UPDATE OF balance_micros, owed_micros ON "accounts" FOR EACH ROW
  WHEN (NEW.owed_micros > 0 AND NEW.balance_micros > 0)
  EXECUTE FUNCTION settle_owed();
