-- How busy connections are: who owns a link says so with its lease, and each process that asks a network by HTTP by
-- itself.
-- AlterTable
ALTER TABLE "carrier_links" ADD COLUMN "per_second" DOUBLE PRECISION,
ADD COLUMN "in_use" INTEGER,
ADD COLUMN "window_size" INTEGER,
ADD COLUMN "tps" INTEGER,
ADD COLUMN "allowed_tps" INTEGER;

-- CreateTable
CREATE TABLE "carrier_loads" (
    "carrier_id" SMALLINT NOT NULL,
    "owner" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "per_second" DOUBLE PRECISION NOT NULL,
    "in_use" INTEGER NOT NULL,
    "window_size" INTEGER NOT NULL,
    "tps" INTEGER NOT NULL,
    "allowed_tps" INTEGER NOT NULL,

    CONSTRAINT "carrier_loads_pkey" PRIMARY KEY ("carrier_id", "owner")
);

-- AddForeignKey
ALTER TABLE "carrier_loads" ADD CONSTRAINT "carrier_loads_carrier_id_fkey" FOREIGN KEY ("carrier_id")
  REFERENCES "carriers"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
