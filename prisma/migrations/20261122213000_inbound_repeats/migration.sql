-- Whole messages are known again as well: by the reference that they were stored under, and by who held the link.
-- AlterTable
ALTER TABLE "inbound_seen" ADD COLUMN "reference" TEXT, ADD COLUMN "owner" UUID;
