-- CreateEnum
CREATE TYPE "domain_request_state" AS ENUM ('pending', 'approved', 'rejected');

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "low_balance_micros" BIGINT,
ADD COLUMN     "low_balance_notice_at" TIMESTAMPTZ(3),
ADD COLUMN     "notice_emails" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "session_version" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "totp_enabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" BIGINT,
ADD COLUMN     "totp_secret" BYTEA;

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "account_id" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("account_id","code_hash")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "token_hash" BYTEA NOT NULL,
    "account_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "activities" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "actor_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "address" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "activities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "domain_requests" (
    "account_id" INTEGER NOT NULL,
    "domain" TEXT NOT NULL,
    "state" "domain_request_state" NOT NULL DEFAULT 'pending',
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "reason" TEXT,

    CONSTRAINT "domain_requests_pkey" PRIMARY KEY ("account_id","domain")
);

-- CreateIndex
CREATE INDEX "password_resets_account_id_idx" ON "password_resets"("account_id");

-- CreateIndex
CREATE INDEX "password_resets_expires_at_idx" ON "password_resets"("expires_at");

-- CreateIndex
CREATE INDEX "activities_account_id_at_id_idx" ON "activities"("account_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "activities_actor_id_idx" ON "activities"("actor_id");

-- CreateIndex
CREATE INDEX "domain_requests_state_requested_at_idx" ON "domain_requests"("state", "requested_at");

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activities" ADD CONSTRAINT "activities_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activities" ADD CONSTRAINT "activities_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "domain_requests" ADD CONSTRAINT "domain_requests_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_totp_check" CHECK ("totp_enabled_at" IS NULL OR "totp_secret" IS NOT NULL),
  ADD CONSTRAINT "accounts_low_balance_check" CHECK ("low_balance_micros" >= 0);

ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_expiry_check" CHECK ("expires_at" > "created_at");

ALTER TABLE "domain_requests"
  ADD CONSTRAINT "domain_requests_decided_check" CHECK (("state" = 'pending') = ("decided_at" IS NULL));
