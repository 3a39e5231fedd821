-- Until when a message is worth handing over; of a held one, were it released at its acceptance. Null: a day from the first
-- attempt on. And since when a carrier that may have it has not answered.
-- AlterTable
ALTER TABLE "message_queue"
  ADD COLUMN "valid_until" TIMESTAMPTZ(3),
  ADD COLUMN "unknown_since" TIMESTAMPTZ(3);

-- Whether the carrier may have got the message at an earlier attempt already.
-- AlterTable
ALTER TABLE "carrier_submissions" ADD COLUMN "possible_duplicate" BOOLEAN NOT NULL DEFAULT false;
