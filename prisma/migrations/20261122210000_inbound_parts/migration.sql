-- Parts of long messages in that wait for the others.
-- CreateTable
CREATE TABLE "inbound_parts" (
    "carrier" TEXT NOT NULL,
    "msisdn" TEXT NOT NULL,
    "shortcode" TEXT NOT NULL,
    "reference" INTEGER NOT NULL,
    "reference_bits" SMALLINT NOT NULL,
    "total" SMALLINT NOT NULL,
    "number" SMALLINT NOT NULL,
    "octets" BYTEA NOT NULL,
    "data_coding" SMALLINT NOT NULL,
    "alphabet" TEXT NOT NULL,
    "locking_table" SMALLINT NOT NULL,
    "single_table" SMALLINT NOT NULL,
    "network" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inbound_parts_pkey" PRIMARY KEY ("carrier","msisdn","shortcode","reference","reference_bits","total","number"),
    CONSTRAINT "inbound_parts_number_check" CHECK ("number" BETWEEN 1 AND "total" AND "total" <= 255)
);

-- Parts that were passed on lately, by a hash of all that they are: a repetition of one begins no new message.
-- CreateTable
CREATE TABLE "inbound_seen" (
    "carrier" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inbound_seen_pkey" PRIMARY KEY ("carrier","hash")
);

-- CreateIndex
CREATE INDEX "inbound_parts_received_at_idx" ON "inbound_parts"("received_at");

-- CreateIndex
CREATE INDEX "inbound_seen_seen_at_idx" ON "inbound_seen"("seen_at");
