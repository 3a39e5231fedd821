-- Messages in that nobody could read are kept as reports are, and bounded by themselves: many of one take no place of the other.
-- AlterTable
ALTER TABLE "unreadable_reports" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'report',
    ADD CONSTRAINT "unreadable_reports_kind_check" CHECK ("kind" IN ('report', 'inbound'));

-- DropIndex
DROP INDEX "unreadable_reports_carrier_id_idx";

-- CreateIndex
CREATE INDEX "unreadable_reports_carrier_kind_id_idx" ON "unreadable_reports"("carrier", "kind", "id");

-- CreateIndex
CREATE INDEX "unreadable_reports_kind_id_idx" ON "unreadable_reports"("kind", "id");
