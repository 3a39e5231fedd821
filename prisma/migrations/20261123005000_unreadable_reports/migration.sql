-- Reports of networks that nobody could read, as they came and without secrets: the newest of each network.
-- CreateTable
CREATE TABLE "unreadable_reports" (
    "id" UUID NOT NULL,
    "carrier" TEXT NOT NULL,
    "msisdn" TEXT,
    "raw" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unreadable_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "unreadable_reports_carrier_id_idx" ON "unreadable_reports"("carrier", "id");
