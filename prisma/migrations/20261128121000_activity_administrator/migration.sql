-- Who administers an account of another cell than home has no row there: the line names them itself.
-- AlterTable
ALTER TABLE "activities" ADD COLUMN IF NOT EXISTS "administrator" TEXT;
