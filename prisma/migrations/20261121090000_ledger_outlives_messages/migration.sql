-- The ledger is money and outlives the messages that it is about, which are deleted by age where an operator says so.

-- DropForeignKey
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_message_id_fkey";
