-- CreateTable
CREATE TABLE "bulk_sends" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "message_ids" UUID[],

    CONSTRAINT "bulk_sends_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bulk_sends_account_id_idx" ON "bulk_sends"("account_id");

-- AddForeignKey
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_message_ids_check" CHECK (
  cardinality("message_ids") > 1 AND "id" = "message_ids"[1]
);
