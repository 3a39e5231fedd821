-- How a carrier wants a sender written, where that is not the sender itself, or not by the carrier's usual types.
-- AlterTable
ALTER TABLE "carrier_senders" ADD COLUMN "source" TEXT, ADD COLUMN "ton" SMALLINT, ADD COLUMN "npi" SMALLINT;
