-- Whether answering a sender costs its recipients nothing at a network, as an operator says.
-- AlterTable
ALTER TABLE "carrier_senders" ADD COLUMN "zero_rated" BOOLEAN NOT NULL DEFAULT false;
