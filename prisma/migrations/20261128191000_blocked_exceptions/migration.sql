-- Ranges of numbers within a blocked one that messages are accepted to. It may be run again after it was applied.
-- AlterTable
ALTER TABLE "blocked_destinations" ADD COLUMN IF NOT EXISTS "is_exception" BOOLEAN NOT NULL DEFAULT false;
