-- What follows from a network's refusal, as an operator says it for all networks of a kind.
-- CreateTable
CREATE TABLE "carrier_error_rules" (
    "kind" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "delay_ms" INTEGER NOT NULL,
    "tries" SMALLINT,

    CONSTRAINT "carrier_error_rules_pkey" PRIMARY KEY ("kind","code")
);

-- What Prisma's schema language cannot say.
ALTER TABLE "carrier_error_rules"
  ADD CONSTRAINT "carrier_error_rules_code_check"
  CHECK (CASE "kind" WHEN 'smpp' THEN "code" ~ '^0x[0-9A-F]{8}$' ELSE length("code") BETWEEN 1 AND 64 END),
  ADD CONSTRAINT "carrier_error_rules_action_check"
  CHECK ("action" IN ('refused', 'elsewhere', 'later', 'throttled')
    OR ("kind" <> 'smpp' AND "action" IN ('login', 'unknown'))),
  ADD CONSTRAINT "carrier_error_rules_delay_ms_check" CHECK ("delay_ms" BETWEEN 0 AND 86400000),
  ADD CONSTRAINT "carrier_error_rules_tries_check" CHECK ("tries" BETWEEN 1 AND 100);
