-- Numbers that no message is accepted to, by their beginning.
-- CreateTable
CREATE TABLE "blocked_destinations" (
    "prefix" TEXT NOT NULL,

    CONSTRAINT "blocked_destinations_pkey" PRIMARY KEY ("prefix")
);
