-- A rule may email a text to its account, beside its reply or instead of one.
-- AlterTable
ALTER TABLE "reply_rules" ADD COLUMN "forward" BOOLEAN NOT NULL DEFAULT false;

-- What Prisma's schema language cannot say: a rule does something.
ALTER TABLE "reply_rules" ADD CONSTRAINT "reply_rules_action_check" CHECK ("text" <> '' OR "forward");
