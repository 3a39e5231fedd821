-- Several people in one account: memberships, invitations, and sessions that can be listed and ended.
-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "has_account" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "activities" ADD COLUMN     "person_id" INTEGER;

-- CreateTable
CREATE TABLE "memberships" (
    "account_id" INTEGER NOT NULL,
    "person_id" INTEGER NOT NULL,
    "role" VARCHAR(20) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("account_id","person_id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "role" VARCHAR(20) NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "person_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "browser" VARCHAR(60) NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- DropTable
-- Sessions from before are in no list, so that they end with this: everybody signs in again once.
DROP TABLE "ended_sessions";

-- CreateIndex
CREATE INDEX "memberships_person_id_idx" ON "memberships"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_account_id_email_key" ON "invitations"("account_id", "email");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- CreateIndex
CREATE INDEX "sessions_account_id_person_id_idx" ON "sessions"("account_id", "person_id");

-- CreateIndex
CREATE INDEX "sessions_person_id_last_seen_at_id_idx" ON "sessions"("person_id", "last_seen_at" DESC, "id");

-- CreateIndex
CREATE INDEX "sessions_last_seen_at_idx" ON "sessions"("last_seen_at");

-- CreateIndex
CREATE INDEX "activities_person_id_idx" ON "activities"("person_id");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_person_id_fkey" FOREIGN KEY ("account_id", "person_id") REFERENCES "memberships"("account_id", "person_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activities" ADD CONSTRAINT "activities_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_sign_in_alone_check" CHECK (
    "has_account" OR ("balance_micros" = 0 AND "owed_micros" = 0 AND NOT "is_admin" AND NOT "password_on_api" AND NOT "legacy_send_enabled"));
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_role_check" CHECK (
    "role" IN ('owner', 'developer', 'sender', 'billing', 'read-only'));
-- Who is invited is never made an owner by a link in an email.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_check" CHECK (
    "role" IN ('developer', 'sender', 'billing', 'read-only'));

-- Whoever opened an account owns it.
INSERT INTO "memberships" ("account_id", "person_id", "role", "created_at")
SELECT "id", "id", 'owner', "created_at" FROM "accounts";
