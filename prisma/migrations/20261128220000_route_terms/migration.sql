-- Routes by hours of a zone's clock and by words of the text. It may be run again after it was applied.
-- AlterTable
ALTER TABLE "routes" ADD COLUMN IF NOT EXISTS "hours" TEXT,
ADD COLUMN IF NOT EXISTS "zone" TEXT,
ADD COLUMN IF NOT EXISTS "words" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN IF NOT EXISTS "begins" TEXT;

-- What Prisma's schema language cannot say.
ALTER TABLE "routes" DROP CONSTRAINT IF EXISTS "routes_hours_check";
ALTER TABLE "routes" DROP CONSTRAINT IF EXISTS "routes_words_check";
ALTER TABLE "routes" ADD CONSTRAINT "routes_hours_check" CHECK (
  ("hours" IS NULL) = ("zone" IS NULL) AND length("zone") BETWEEN 1 AND 100
  AND "hours" ~ '^(Mo|Tu|We|Th|Fr|Sa|Su)[A-Za-z,-]* [0-2][0-9]:[0-5][0-9]-[0-2][0-9]:[0-5][0-9](; (Mo|Tu|We|Th|Fr|Sa|Su)[A-Za-z,-]* [0-2][0-9]:[0-5][0-9]-[0-2][0-9]:[0-5][0-9])*$'
  OR "hours" IS NULL AND "zone" IS NULL);
ALTER TABLE "routes" ADD CONSTRAINT "routes_words_check" CHECK (
  cardinality("words") <= 50 AND array_position("words", NULL) IS NULL AND length("begins") BETWEEN 1 AND 60);
