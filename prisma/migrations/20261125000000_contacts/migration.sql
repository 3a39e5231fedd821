-- Contacts of an account, lists of them, their fields, and imports.
-- CreateTable
CREATE TABLE "contact_books" (
    "account_id" INTEGER NOT NULL,
    "contacts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "contact_books_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "contacts" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "msisdn" TEXT NOT NULL,
    "name" VARCHAR(80) NOT NULL DEFAULT '',
    "fields" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_fields" (
    "account_id" INTEGER NOT NULL,
    "key" VARCHAR(60) NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "contact_fields_pkey" PRIMARY KEY ("account_id","key")
);

-- CreateTable
CREATE TABLE "contact_lists" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "members" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_lists_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_list_members" (
    "list_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,

    CONSTRAINT "contact_list_members_pkey" PRIMARY KEY ("list_id","contact_id")
);

-- CreateTable
CREATE TABLE "contact_imports" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "list_name" VARCHAR(60),
    "fields" TEXT[],
    "chunks" INTEGER NOT NULL DEFAULT 0,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "valid" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "saved_at" TIMESTAMPTZ(3),
    "added" INTEGER,
    "updated" INTEGER,

    CONSTRAINT "contact_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_import_rows" (
    "import_id" UUID NOT NULL,
    "msisdn" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "name" VARCHAR(80) NOT NULL,
    "fields" JSONB NOT NULL,

    CONSTRAINT "contact_import_rows_pkey" PRIMARY KEY ("import_id","msisdn")
);

-- CreateIndex
CREATE UNIQUE INDEX "contacts_account_id_msisdn_key" ON "contacts"("account_id", "msisdn");

-- CreateIndex: the order of the list of contacts, with what is searched by any part, so that a search reads this index alone.
CREATE INDEX "contacts_account_id_created_at_id_idx" ON "contacts"("account_id", "created_at" DESC, "id" DESC, "msisdn", "name");

-- CreateIndex
CREATE INDEX "contact_list_members_contact_id_idx" ON "contact_list_members"("contact_id");

-- CreateIndex
CREATE INDEX "contact_imports_account_id_idx" ON "contact_imports"("account_id");

-- AddForeignKey
ALTER TABLE "contact_books" ADD CONSTRAINT "contact_books_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_fields" ADD CONSTRAINT "contact_fields_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_lists" ADD CONSTRAINT "contact_lists_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_list_members" ADD CONSTRAINT "contact_list_members_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "contact_lists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_list_members" ADD CONSTRAINT "contact_list_members_contact_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "contacts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_imports" ADD CONSTRAINT "contact_imports_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_import_rows" ADD CONSTRAINT "contact_import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "contact_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
-- Capitals make no other list.
CREATE UNIQUE INDEX "contact_lists_account_id_name_idx" ON "contact_lists" ("account_id", lower("name"));

-- Fields whose values are still to be erased.
CREATE INDEX "contact_fields_removed_idx" ON "contact_fields" ("removed_at") WHERE "removed_at" IS NOT NULL;

ALTER TABLE "contact_books" ADD CONSTRAINT "contact_books_contacts_check" CHECK ("contacts" >= 0);
ALTER TABLE "contact_lists" ADD CONSTRAINT "contact_lists_members_check" CHECK ("members" >= 0);
