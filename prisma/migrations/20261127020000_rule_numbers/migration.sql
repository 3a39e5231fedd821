-- A rule may ask for who wrote. All rules that are there ask for nobody.
-- AlterTable
ALTER TABLE "reply_rules" ADD COLUMN "from_numbers" TEXT[] DEFAULT ARRAY[]::TEXT[];
