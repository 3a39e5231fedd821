-- Carriers that a networks document states, or stated once; those made by hand have null.
-- AlterTable
ALTER TABLE "carriers" ADD COLUMN "declared" TEXT,
    ADD CONSTRAINT "carriers_declared_check" CHECK ("declared" IN ('stated', 'withdrawn'));

-- One row: when a networks document was applied last, and why the newest one was refused.
-- CreateTable
CREATE TABLE "networks_document" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "applied_at" TIMESTAMPTZ(3),
    "refused_at" TIMESTAMPTZ(3),
    "problem" TEXT,

    CONSTRAINT "networks_document_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "networks_document_one_check" CHECK ("id" = 1)
);
