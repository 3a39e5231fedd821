-- What networks charge for the parts that they took, as the routes said when these were handed over.
-- AlterTable
ALTER TABLE "carrier_submissions" ADD COLUMN "cost_micros" BIGINT;

-- What a part costs at the carrier that perhaps took the message, for a report that settles it.
-- AlterTable
ALTER TABLE "message_queue" ADD COLUMN "unknown_cost_micros" BIGINT;

-- What each account paid and each carrier charged for the messages that carriers took, summed by New Zealand day. Several
-- rows share each sum, so that statements at once do not wait for each other.
-- CreateTable
CREATE TABLE "carrier_days" (
    "day" DATE NOT NULL,
    "carrier" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "shard" SMALLINT NOT NULL,
    "messages" BIGINT NOT NULL,
    "net_micros" BIGINT NOT NULL,
    "cost_micros" BIGINT NOT NULL,

    CONSTRAINT "carrier_days_pkey" PRIMARY KEY ("day","carrier","account_id","shard")
);
