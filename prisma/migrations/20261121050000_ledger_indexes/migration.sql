-- What Prisma's schema language cannot say.

-- Top-ups, adjustments, reversals and look-ups, few among many deductions: for statements and the ledger's filters.
CREATE INDEX "ledger_entries_other_idx" ON "ledger_entries" ("account_id", "created_at" DESC, "id" DESC)
  WHERE "kind" <> 'deduction';

-- Accounts that want to be told when their balance is low: looked through every minute.
CREATE INDEX "accounts_low_balance_idx" ON "accounts" ("id") WHERE "low_balance_micros" IS NOT NULL;

-- Endpoints that are paused: few, and asked for by whoever looks after the system.
CREATE INDEX "webhook_endpoints_paused_idx" ON "webhook_endpoints" ("paused_at") WHERE "paused_at" IS NOT NULL;
