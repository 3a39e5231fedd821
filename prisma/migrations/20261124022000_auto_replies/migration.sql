-- Rules of accounts by which messages in are answered by themselves, and these answers.
-- CreateTable
CREATE TABLE "reply_rules" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "match" TEXT NOT NULL,
    "words" TEXT[],
    "sender" TEXT,
    "hours" TEXT NOT NULL,
    "days" SMALLINT[],
    "from_time" TEXT NOT NULL,
    "to_time" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "unicode" BOOLEAN NOT NULL,
    "pause_minutes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reply_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auto_replies" (
    "inbound_id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "msisdn" TEXT NOT NULL,
    "shortcode" TEXT NOT NULL,
    "rule_id" UUID NOT NULL,
    "rule_name" TEXT NOT NULL,
    "text" TEXT,
    "unicode" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "message_id" UUID,

    CONSTRAINT "auto_replies_pkey" PRIMARY KEY ("inbound_id")
);

-- CreateIndex
CREATE INDEX "reply_rules_account_id_position_idx" ON "reply_rules"("account_id", "position");

-- CreateIndex
CREATE INDEX "auto_replies_account_id_msisdn_created_at_idx" ON "auto_replies"("account_id", "msisdn", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "reply_rules" ADD CONSTRAINT "reply_rules_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auto_replies" ADD CONSTRAINT "auto_replies_inbound_id_fkey" FOREIGN KEY ("inbound_id") REFERENCES "inbound_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language cannot say.
ALTER TABLE "reply_rules"
    ADD CONSTRAINT "reply_rules_match_check" CHECK ("match" IN ('keyword', 'phrase', 'any')),
    ADD CONSTRAINT "reply_rules_hours_check" CHECK ("hours" IN ('always', 'during', 'outside')),
    ADD CONSTRAINT "reply_rules_pause_check" CHECK ("pause_minutes" BETWEEN 1 AND 10080);

-- An answer is either still to be sent, or settled.
ALTER TABLE "auto_replies"
    ADD CONSTRAINT "auto_replies_settled_check" CHECK (
        ("due_at" IS NULL) = ("outcome" IS NOT NULL) AND ("due_at" IS NULL) = ("text" IS NULL)
        AND ("outcome" IS NOT DISTINCT FROM 'sent') = ("message_id" IS NOT NULL));

CREATE INDEX "auto_replies_due_idx" ON "auto_replies" ("due_at", "inbound_id") WHERE "due_at" IS NOT NULL;
CREATE UNIQUE INDEX "auto_replies_message_id_idx" ON "auto_replies" ("message_id") WHERE "message_id" IS NOT NULL;
