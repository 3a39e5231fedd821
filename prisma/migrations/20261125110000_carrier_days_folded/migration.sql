-- Rows that share the sums of a day that is over, so that they are found and made one without reading the others.
CREATE INDEX "carrier_days_shared_idx" ON "carrier_days" ("day") WHERE "shard" <> 0;

-- The billing days of all accounts in a time.
CREATE INDEX "billing_days_day_idx" ON "billing_days" ("day");
