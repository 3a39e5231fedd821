-- Lists are sorted by name, too. The name of an account is not what changes with its balance.
-- CreateIndex
CREATE INDEX "accounts_name_id_idx" ON "accounts"("name", "id");

-- What Prisma's schema language cannot say: a contact's capitals do not count. It has what contacts are searched by.
CREATE INDEX "contacts_account_id_name_id_idx" ON "contacts" ("account_id", lower("name"), "id", "msisdn", "name");
