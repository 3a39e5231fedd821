-- Accounts in several databases. Where there is one, all of this stays empty. It may be run again after it was applied, as one
-- is whose record a server that was killed did not write.
-- CreateTable
CREATE TABLE IF NOT EXISTS "cell_addresses" (
    "email" TEXT NOT NULL,
    "cell" SMALLINT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cell_addresses_pkey" PRIMARY KEY ("email"),
    -- What Prisma's schema language cannot say.
    CONSTRAINT "cell_addresses_cell_check" CHECK ("cell" BETWEEN 2 AND 100),
    CONSTRAINT "cell_addresses_email_check" CHECK ("email" = lower("email"))
);

-- CreateTable
CREATE TABLE IF NOT EXISTS "shared_copy" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "hash" BYTEA NOT NULL,
    "copied_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shared_copy_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "shared_copy_one" CHECK ("id" = 1)
);

-- Whoever takes an email address into a cell goes after whoever takes the same one into another.
INSERT INTO "lock_rows" ("kind", "slot") SELECT 'directory', slot FROM generate_series(0, 255) slot
ON CONFLICT DO NOTHING;
