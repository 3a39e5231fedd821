-- Texts that an account keeps to send again.
-- CreateTable
CREATE TABLE "message_templates" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "text" VARCHAR(2000) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_templates_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "message_templates" ADD CONSTRAINT "message_templates_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say: capitals make no other name.
CREATE UNIQUE INDEX "message_templates_account_id_name_idx" ON "message_templates" ("account_id", lower("name"));
