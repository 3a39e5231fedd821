-- What is removed from a cell may be a copy that a restored backup brought back. It may be run again after it was applied.
-- AlterTable
ALTER TABLE "account_move" ADD COLUMN IF NOT EXISTS "is_copy" BOOLEAN NOT NULL DEFAULT false;
