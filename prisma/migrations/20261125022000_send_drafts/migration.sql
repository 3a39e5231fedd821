-- Forms of the page Send that an account keeps to finish them later.
-- CreateTable
CREATE TABLE "send_drafts" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "form" TEXT NOT NULL,
    "file_name" VARCHAR(200),
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "send_drafts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "send_drafts_account_id_saved_at_id_idx" ON "send_drafts"("account_id", "saved_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "send_drafts" ADD CONSTRAINT "send_drafts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
