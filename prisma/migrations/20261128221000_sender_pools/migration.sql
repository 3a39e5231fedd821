-- The numbers that messages of a sender are from at a carrier. It may be run again after it was applied.
-- AlterTable
ALTER TABLE "carrier_senders" ADD COLUMN IF NOT EXISTS "pool" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- What Prisma's schema language cannot say.
ALTER TABLE "carrier_senders" DROP CONSTRAINT IF EXISTS "carrier_senders_pool_check";
ALTER TABLE "carrier_senders" ADD CONSTRAINT "carrier_senders_pool_check" CHECK (
  cardinality("pool") = 0 OR "source" IS NULL AND cardinality("pool") <= 100 AND array_position("pool", NULL) IS NULL);
