-- What each carrier was given and what came of it, summed by five minutes of handing over.
-- CreateTable
CREATE TABLE "carrier_figures" (
    "at" TIMESTAMPTZ(3) NOT NULL,
    "carrier" TEXT NOT NULL,
    "submitted" INTEGER NOT NULL,
    "accepted" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,

    CONSTRAINT "carrier_figures_pkey" PRIMARY KEY ("at","carrier")
);
