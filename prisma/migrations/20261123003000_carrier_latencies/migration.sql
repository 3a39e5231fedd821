-- How long carriers took to answer, and how long the last reports took, counted by classes of time.
-- AlterTable
ALTER TABLE "carrier_figures" ADD COLUMN "answer_counts" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    ADD COLUMN "report_counts" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];

-- The same since ever, which never falls. Several rows share the sums, so that statements at once do not wait for each other.
-- CreateTable
CREATE TABLE "carrier_latencies" (
    "carrier" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "answer_counts" BIGINT[] NOT NULL DEFAULT ARRAY[]::BIGINT[],
    "answer_ms" BIGINT NOT NULL DEFAULT 0,
    "report_counts" BIGINT[] NOT NULL DEFAULT ARRAY[]::BIGINT[],
    "report_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "carrier_latencies_pkey" PRIMARY KEY ("carrier","shard")
);
