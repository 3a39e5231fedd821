-- Accounts in several databases. Where there is one, all of this stays empty.
-- CreateTable
CREATE TABLE "cell_addresses" (
    "email" TEXT NOT NULL,
    "cell" SMALLINT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cell_addresses_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "shared_copy" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "hash" BYTEA NOT NULL,
    "copied_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shared_copy_pkey" PRIMARY KEY ("id")
);

-- What Prisma's schema language cannot say.
ALTER TABLE "cell_addresses" ADD CONSTRAINT "cell_addresses_cell_check" CHECK ("cell" BETWEEN 2 AND 100);
ALTER TABLE "cell_addresses" ADD CONSTRAINT "cell_addresses_email_check" CHECK ("email" = lower("email"));
ALTER TABLE "shared_copy" ADD CONSTRAINT "shared_copy_one" CHECK ("id" = 1);

-- Whoever takes an email address into a cell goes after whoever takes the same one into another.
INSERT INTO "lock_rows" ("kind", "slot") SELECT 'directory', slot FROM generate_series(0, 255) slot;
