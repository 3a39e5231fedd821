-- CreateTable
CREATE TABLE "last_senders" (
    "msisdn" TEXT NOT NULL,
    "shortcode" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "send_type" "send_type" NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "last_senders_pkey" PRIMARY KEY ("msisdn","shortcode")
);

-- CreateIndex
CREATE INDEX "last_senders_account_id_idx" ON "last_senders"("account_id");

-- AddForeignKey
ALTER TABLE "last_senders" ADD CONSTRAINT "last_senders_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
