-- A copy that a restored backup brought back is removed without a move. It may be run again after it was applied.
-- AlterTable
ALTER TABLE "account_move" DROP COLUMN IF EXISTS "is_copy";
