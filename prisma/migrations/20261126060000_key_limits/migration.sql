-- What may be spent with an API key in a New Zealand day, in micro-dollars with GST; null for any amount. What was spent on the
-- last day on which anything was, since there is a limit.
ALTER TABLE "api_keys"
    ADD COLUMN "daily_limit_micros" BIGINT,
    ADD COLUMN "spent_on" DATE,
    ADD COLUMN "spent_micros" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_daily_limit_check" CHECK ("daily_limit_micros" > 0);
