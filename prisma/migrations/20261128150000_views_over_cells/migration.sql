-- Administrators view accounts of other cells, too. It may be run again after it was applied, as one is whose record a
-- server that was killed did not write.
-- DropForeignKey
ALTER TABLE "account_views" DROP CONSTRAINT IF EXISTS "account_views_account_id_fkey";

-- AlterTable
ALTER TABLE "account_views" ADD COLUMN IF NOT EXISTS "account_name" TEXT NOT NULL DEFAULT '',
ADD COLUMN IF NOT EXISTS "begun" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN IF NOT EXISTS "ended_at" TIMESTAMPTZ(3),
ADD COLUMN IF NOT EXISTS "ended_from" TEXT,
ADD COLUMN IF NOT EXISTS "ended_how" TEXT,
ADD COLUMN IF NOT EXISTS "ended_line" UUID;

UPDATE "account_views" v SET "account_name" = a."name" FROM "accounts" a
WHERE a."id" = v."account_id" AND v."account_name" = '';

-- What Prisma's schema language cannot say.
ALTER TABLE "account_views" DROP CONSTRAINT IF EXISTS "account_views_session_check";
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_session_check"
  CHECK ("session_id" IS NULL OR ("begun" AND "ended_at" IS NULL));
ALTER TABLE "account_views" DROP CONSTRAINT IF EXISTS "account_views_ended_check";
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_ended_check"
  CHECK (num_nulls("ended_at", "ended_how", "ended_from", "ended_line") IN (0, 4));
