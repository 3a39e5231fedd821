-- The judgement on a carrier that is connected and does not take messages as it should: `no codes`, `failing` or `asks`. It may
-- be run again after it was applied.
-- AlterTable
ALTER TABLE "carriers" ADD COLUMN IF NOT EXISTS "standing" TEXT;
