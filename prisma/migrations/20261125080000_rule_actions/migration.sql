-- A rule may change contact lists and send the text to a further webhook endpoint, and what it did is kept with the text.
-- AlterTable
ALTER TABLE "reply_rules" ADD COLUMN "add_list_id" UUID,
  ADD COLUMN "remove_list_id" UUID,
  ADD COLUMN "endpoint_id" UUID;

-- CreateTable
CREATE TABLE "rule_actions" (
    "inbound_id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "msisdn" TEXT NOT NULL,
    "rule_name" TEXT NOT NULL,
    "emailed" BOOLEAN NOT NULL,
    "sent_to" TEXT,
    "add_list_id" UUID,
    "remove_list_id" UUID,
    "due_at" TIMESTAMPTZ(3),
    "added_to" TEXT,
    "removed_from" TEXT,
    "note" TEXT,

    CONSTRAINT "rule_actions_pkey" PRIMARY KEY ("inbound_id")
);

-- AddForeignKey
ALTER TABLE "reply_rules" ADD CONSTRAINT "reply_rules_add_list_id_fkey" FOREIGN KEY ("add_list_id") REFERENCES "contact_lists"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply_rules" ADD CONSTRAINT "reply_rules_remove_list_id_fkey" FOREIGN KEY ("remove_list_id") REFERENCES "contact_lists"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply_rules" ADD CONSTRAINT "reply_rules_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_actions" ADD CONSTRAINT "rule_actions_inbound_id_fkey" FOREIGN KEY ("inbound_id") REFERENCES "inbound_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say: a rule does something.
ALTER TABLE "reply_rules"
    DROP CONSTRAINT "reply_rules_action_check",
    ADD CONSTRAINT "reply_rules_action_check" CHECK (
        "text" <> '' OR "forward" OR num_nonnulls("add_list_id", "remove_list_id", "endpoint_id") > 0),
    ADD CONSTRAINT "reply_rules_lists_check" CHECK ("add_list_id" <> "remove_list_id");

-- The rules that have a list or an endpoint, for whoever removes one.
CREATE INDEX "reply_rules_add_list_id_idx" ON "reply_rules" ("add_list_id") WHERE "add_list_id" IS NOT NULL;
CREATE INDEX "reply_rules_remove_list_id_idx" ON "reply_rules" ("remove_list_id") WHERE "remove_list_id" IS NOT NULL;
CREATE INDEX "reply_rules_endpoint_id_idx" ON "reply_rules" ("endpoint_id") WHERE "endpoint_id" IS NOT NULL;

-- Lists are either still to be changed, or were; the first of an account, and the longest due.
ALTER TABLE "rule_actions"
    ADD CONSTRAINT "rule_actions_due_check" CHECK (
        "due_at" IS NULL OR num_nonnulls("add_list_id", "remove_list_id") > 0
        AND num_nonnulls("added_to", "removed_from", "note") = 0);

CREATE INDEX "rule_actions_account_due_idx" ON "rule_actions" ("account_id", "inbound_id") WHERE "due_at" IS NOT NULL;
CREATE INDEX "rule_actions_due_idx" ON "rule_actions" ("due_at") WHERE "due_at" IS NOT NULL;
