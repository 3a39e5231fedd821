-- Tables that get rows for each message have no foreign keys: checking them is a quarter of what accepting costs here. The statements
-- that write these rows have the parents before them, locked; the audit of the books looks for what a key would refuse.
-- DropForeignKey
ALTER TABLE "messages" DROP CONSTRAINT "messages_account_id_fkey";

-- DropForeignKey
ALTER TABLE "carrier_submissions" DROP CONSTRAINT "carrier_submissions_message_id_fkey";

-- DropForeignKey
ALTER TABLE "delivery_reports" DROP CONSTRAINT "delivery_reports_message_id_fkey";

-- DropForeignKey
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_account_id_fkey";

-- DropForeignKey
ALTER TABLE "billing_days" DROP CONSTRAINT "billing_days_account_id_fkey";

-- DropForeignKey
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_account_id_fkey";

-- DropForeignKey
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_message_id_fkey";

-- What the keys kept for accounts, which are deleted by nobody but an operator by hand.
CREATE FUNCTION refuse_used_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM ledger_entries WHERE account_id = OLD.id)
    OR EXISTS (SELECT 1 FROM messages WHERE account_id = OLD.id)
    OR EXISTS (SELECT 1 FROM webhook_deliveries WHERE account_id = OLD.id) THEN
    RAISE EXCEPTION 'Account % has messages or ledger entries: disable it instead.', OLD.id
      USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER accounts_used BEFORE DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION refuse_used_account();

-- Audits of the books, one for each New Zealand day.
-- CreateTable
CREATE TABLE "book_audits" (
    "day" DATE NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "place" JSONB,
    "findings" JSONB NOT NULL DEFAULT '[]',
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "book_audits_pkey" PRIMARY KEY ("day")
);

-- An audit goes on, or has ended.
ALTER TABLE "book_audits" ADD CONSTRAINT "book_audits_ended_check" CHECK (("place" IS NULL) = ("ended_at" IS NOT NULL));
