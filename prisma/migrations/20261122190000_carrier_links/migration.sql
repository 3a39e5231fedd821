-- A network allows each connection once: one process owns it, by a lease, and another takes it over when that ends.
-- CreateTable
CREATE TABLE "carrier_links" (
    "carrier_id" SMALLINT NOT NULL,
    "number" SMALLINT NOT NULL,
    "owner" UUID NOT NULL,
    "lease" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL,
    "bound_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "carrier_links_pkey" PRIMARY KEY ("carrier_id", "number")
);

-- AddForeignKey
ALTER TABLE "carrier_links" ADD CONSTRAINT "carrier_links_carrier_id_fkey" FOREIGN KEY ("carrier_id")
  REFERENCES "carriers"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
