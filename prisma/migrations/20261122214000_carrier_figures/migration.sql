-- What each carrier was given and what came of it, summed by five minutes of handing over. Several rows share each sum, so
-- that statements at once do not wait for each other.
-- CreateTable
CREATE TABLE "carrier_figures" (
    "at" TIMESTAMPTZ(3) NOT NULL,
    "carrier" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "submitted" INTEGER NOT NULL,
    "accepted" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,

    CONSTRAINT "carrier_figures_pkey" PRIMARY KEY ("at","carrier","shard")
);
