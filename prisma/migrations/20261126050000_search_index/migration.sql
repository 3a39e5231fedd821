-- Words of texts and parts of numbers, written after acceptance: nothing of it is in the tables that acceptance writes.
-- CreateTable
CREATE TABLE "message_words" (
    "last_id" UUID NOT NULL,
    "first_id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "message_ids" UUID[],
    "words" tsvector NOT NULL,

    CONSTRAINT "message_words_pkey" PRIMARY KEY ("last_id")
);

-- CreateTable
CREATE TABLE "message_numbers" (
    "account_id" INTEGER NOT NULL,
    "msisdn" TEXT NOT NULL,
    "parts" tsvector NOT NULL,

    CONSTRAINT "message_numbers_pkey" PRIMARY KEY ("account_id","msisdn")
);

-- CreateTable
CREATE TABLE "search_position" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "indexed_to" UUID NOT NULL,

    CONSTRAINT "search_position_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "message_words_words_idx" ON "message_words" USING GIN ("words");

-- CreateIndex
CREATE INDEX "message_numbers_parts_idx" ON "message_numbers" USING GIN ("parts");

-- What Prisma's schema language cannot say: there is one position, at first before the first message.
ALTER TABLE "search_position" ADD CONSTRAINT "search_position_id_check" CHECK ("id" = 1);
INSERT INTO "search_position" ("indexed_to") VALUES ('00000000-0000-0000-0000-000000000000');
