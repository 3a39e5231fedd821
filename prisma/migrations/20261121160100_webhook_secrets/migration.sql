-- CreateTable
CREATE TABLE "webhook_secrets" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_secrets_account_id_ends_at_idx" ON "webhook_secrets"("account_id", "ends_at");

-- CreateIndex
CREATE INDEX "webhook_secrets_ends_at_idx" ON "webhook_secrets"("ends_at");

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say: an account has one newest secret.
CREATE UNIQUE INDEX "webhook_secrets_newest_idx" ON "webhook_secrets" ("account_id") WHERE "ends_at" IS NULL;

INSERT INTO "webhook_secrets" ("id", "account_id", "sealed", "ends_at")
SELECT uuid_v7(now()), "id", "previous_webhook_secret", "previous_secret_until" FROM "accounts"
WHERE "previous_webhook_secret" IS NOT NULL AND "previous_secret_until" > now()
UNION ALL
SELECT uuid_v7(now()), "id", "webhook_secret", NULL FROM "accounts" WHERE "webhook_secret" IS NOT NULL;

-- AlterTable
ALTER TABLE "accounts"
  DROP COLUMN "webhook_secret",
  DROP COLUMN "previous_webhook_secret",
  DROP COLUMN "previous_secret_until";
