-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "country_confirmed_at" TIMESTAMPTZ(3);

-- Whoever runs the gateway chose the country of the accounts made by hand. Who signed up was sent a welcome, of which there
-- is a record for 90 days: an older account may be of either kind, and pays GST until an administrator confirms its country,
-- unless it is in New Zealand anyway, an administrator's, or its activity says who made it.
UPDATE "accounts" a SET "country_confirmed_at" = a."created_at"
WHERE a."country" = 'NZ' OR a."is_admin"
  OR EXISTS (SELECT 1 FROM "activities" v WHERE v."account_id" = a."id" AND v."action" = 'account_created')
  OR (a."created_at" > now() - interval '90 days'
    AND NOT EXISTS (SELECT 1 FROM "emails" e WHERE e."account_id" = a."id" AND e."kind" = 'welcome'));

-- GST is left out for accounts in another country alone, and not before that is confirmed.
ALTER TABLE "accounts" ADD COLUMN     "has_gst" BOOLEAN NOT NULL
  GENERATED ALWAYS AS ("country" = 'NZ' OR "country_confirmed_at" IS NULL) STORED;
