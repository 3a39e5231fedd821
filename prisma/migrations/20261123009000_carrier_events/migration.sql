-- What happened to networks, for who administers them: the newest of each.
-- CreateTable
CREATE TABLE "carrier_events" (
    "id" UUID NOT NULL,
    "carrier" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "link" SMALLINT,
    "reason" TEXT,
    "happened_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "carrier_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "carrier_events_carrier_id_idx" ON "carrier_events"("carrier", "id");
