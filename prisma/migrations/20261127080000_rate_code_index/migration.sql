-- What Prisma's schema language cannot say: messages of an account by the rate code that their sender gave them. One that
-- few have is looked for among all of them without it. A message without a code costs nothing.
CREATE INDEX "messages_rate_code_idx" ON "messages" ("account_id", "rate_code", "accepted_at" DESC, "id" DESC)
  WHERE "rate_code" IS NOT NULL;
