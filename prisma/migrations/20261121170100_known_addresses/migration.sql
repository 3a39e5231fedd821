-- CreateTable
CREATE TABLE "known_addresses" (
    "account_id" INTEGER NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_addresses_pkey" PRIMARY KEY ("account_id","address_hash")
);

-- CreateIndex
CREATE INDEX "known_addresses_account_id_last_used_at_address_hash_idx" ON "known_addresses"("account_id", "last_used_at" DESC, "address_hash");

-- CreateIndex
CREATE INDEX "known_addresses_last_used_at_idx" ON "known_addresses"("last_used_at");

-- AddForeignKey
ALTER TABLE "known_addresses" ADD CONSTRAINT "known_addresses_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
