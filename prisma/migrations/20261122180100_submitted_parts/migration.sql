-- A message may be submitted more than once, and has a reference for each of its parts. Messages of one part keep one row.
-- The new key is built from rows that are there: that takes a moment on a large table.
-- CreateEnum
CREATE TYPE "submission_state" AS ENUM ('accepted', 'delivered', 'refused', 'elsewhere', 'unknown');

-- AlterTable
ALTER TABLE "carrier_submissions"
  ADD COLUMN "attempt" SMALLINT NOT NULL DEFAULT 1,
  ADD COLUMN "part" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "part_count" SMALLINT NOT NULL DEFAULT 1,
  ADD COLUMN "state" "submission_state" NOT NULL DEFAULT 'accepted',
  ADD COLUMN "error" TEXT,
  ALTER COLUMN "reference" DROP NOT NULL,
  DROP CONSTRAINT "carrier_submissions_pkey",
  ADD CONSTRAINT "carrier_submissions_pkey" PRIMARY KEY ("message_id", "attempt", "part"),
  ADD CONSTRAINT "carrier_submissions_part_check" CHECK ("part" >= 0 AND "part" < "part_count");

-- AlterTable
ALTER TABLE "delivery_reports"
  ADD COLUMN "part" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "error_code" TEXT;

-- Of a message whose parts are reported on one by one, how many are not delivered yet.
-- AlterTable
ALTER TABLE "message_queue" ADD COLUMN "parts_left" SMALLINT;

-- Reports whose message is not known yet: the carrier's answer to its submission is still to be recorded.
-- CreateTable
CREATE TABLE "parked_reports" (
    "carrier" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "report_key" TEXT NOT NULL,
    "msisdn" TEXT,
    "code" INTEGER NOT NULL,
    "error_code" TEXT,
    "reported_at" TIMESTAMPTZ(3) NOT NULL,
    "parked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "parked_reports_pkey" PRIMARY KEY ("carrier","reference","report_key")
);

-- CreateIndex
CREATE INDEX "parked_reports_parked_at_idx" ON "parked_reports"("parked_at");
