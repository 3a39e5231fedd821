-- A rule may put a tag on the conversation, and what it did is kept with the text.
-- AlterTable
ALTER TABLE "reply_rules" ADD COLUMN "tag" VARCHAR(40);

-- AlterTable
ALTER TABLE "rule_actions" ADD COLUMN "tag" VARCHAR(40),
  ADD COLUMN "tagged" VARCHAR(40);

-- What Prisma's schema language cannot say: a rule does something.
ALTER TABLE "reply_rules"
    DROP CONSTRAINT "reply_rules_action_check",
    ADD CONSTRAINT "reply_rules_action_check" CHECK (
        "text" <> '' OR "forward" OR num_nonnulls("add_list_id", "remove_list_id", "endpoint_id", "tag") > 0),
    ADD CONSTRAINT "reply_rules_tag_check" CHECK ("tag" <> '');

-- Lists and tags are either still to be changed, or were. A tag was put on, or it is said why not: a server of before, which
-- knows of no tags, cannot say that it has done what it was to do, and leaves the row to one that does.
ALTER TABLE "rule_actions"
    DROP CONSTRAINT "rule_actions_due_check",
    ADD CONSTRAINT "rule_actions_due_check" CHECK (
        "due_at" IS NULL OR num_nonnulls("add_list_id", "remove_list_id", "tag") > 0
        AND num_nonnulls("added_to", "removed_from", "tagged", "note") = 0),
    ADD CONSTRAINT "rule_actions_tag_check" CHECK (
        "tag" IS NULL OR "tag" <> '' AND ("due_at" IS NOT NULL OR num_nonnulls("tagged", "note") > 0));
