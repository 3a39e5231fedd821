-- AlterTable
ALTER TABLE "ledger_entries" ADD COLUMN     "reference" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_reference_key" ON "ledger_entries"("reference");
