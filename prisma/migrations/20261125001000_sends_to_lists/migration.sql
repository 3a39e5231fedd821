-- The lists that a send went to, by their names then, and how many of their contacts it left out.
-- AlterTable
ALTER TABLE "bulk_sends" ADD COLUMN     "list_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "left_out" INTEGER NOT NULL DEFAULT 0;
