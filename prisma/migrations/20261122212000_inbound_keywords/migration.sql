-- First words by which messages to a shared shortcode belong to an account.
-- CreateTable
CREATE TABLE "inbound_keywords" (
    "shortcode_id" INTEGER NOT NULL,
    "keyword" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,

    CONSTRAINT "inbound_keywords_pkey" PRIMARY KEY ("shortcode_id","keyword")
);

-- CreateIndex
CREATE INDEX "inbound_keywords_account_id_idx" ON "inbound_keywords"("account_id");

-- AddForeignKey
ALTER TABLE "inbound_keywords" ADD CONSTRAINT "inbound_keywords_shortcode_id_fkey" FOREIGN KEY ("shortcode_id") REFERENCES "shortcodes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbound_keywords" ADD CONSTRAINT "inbound_keywords_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
