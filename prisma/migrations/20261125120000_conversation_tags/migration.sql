-- An account puts tags on its conversations.
-- CreateTable
CREATE TABLE "conversation_tags" (
    "account_id" INTEGER NOT NULL,
    "msisdn" TEXT NOT NULL,
    "tag" VARCHAR(40) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conversation_tags_pkey" PRIMARY KEY ("account_id","msisdn","tag")
);

-- AddForeignKey
ALTER TABLE "conversation_tags" ADD CONSTRAINT "conversation_tags_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say: capitals make no other tag. Also the tags of an account, and who has one.
CREATE UNIQUE INDEX "conversation_tags_account_id_tag_idx" ON "conversation_tags" ("account_id", lower("tag"), "msisdn");
ALTER TABLE "conversation_tags" ADD CONSTRAINT "conversation_tags_tag_check" CHECK ("tag" <> '');
