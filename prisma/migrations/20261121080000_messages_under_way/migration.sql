-- What a message waits for leaves its row: a narrow table has what is under way, another which carrier took what. So a
-- message is rewritten by its reports alone, and in place, since none of its indexes changes with its status.

-- A row comes with its message, by one statement, and goes when that ends: a foreign key would only cost.
-- CreateTable
CREATE TABLE "messages_under_way" (
    "account_id" INTEGER NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "message_id" UUID NOT NULL,
    "held" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3),
    "first_tried_at" TIMESTAMPTZ(3),
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "sealed_body" BYTEA,

    CONSTRAINT "messages_under_way_pkey" PRIMARY KEY ("account_id","accepted_at","message_id"),
    -- What is held waits for nothing else, and a code is kept for a carrier that is still to get it.
    CONSTRAINT "messages_under_way_held_check" CHECK (NOT ("held" AND "due_at" IS NOT NULL)),
    CONSTRAINT "messages_under_way_sealed_check" CHECK ("sealed_body" IS NULL OR "held" OR "due_at" IS NOT NULL)
);

-- CreateTable
CREATE TABLE "carrier_submissions" (
    "message_id" UUID NOT NULL,
    "carrier" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "carrier_submissions_pkey" PRIMARY KEY ("message_id")
);

-- CreateTable
CREATE TABLE "simulated_reports" (
    "id" UUID NOT NULL,
    "references" UUID[],
    "codes" SMALLINT[],
    "given" SMALLINT NOT NULL DEFAULT 0,
    "happens_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "simulated_reports_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "simulated_reports_given_check" CHECK ("given" BETWEEN 0 AND cardinality("codes") - 1)
);

INSERT INTO "messages_under_way" ("account_id", "accepted_at", "message_id", "held", "due_at", "first_tried_at", "attempts", "sealed_body")
SELECT "account_id", "accepted_at", "id", "status" = 'PENDING' AND "held_hosts" <> '{}' AND "due_at" IS NULL, "due_at", "first_tried_at",
  "attempts", "sealed_body"
FROM "messages" WHERE "status" NOT IN ('DELIVRD', 'UNDELIV', 'FAILED', 'DELETED', 'NACKED', 'BLOCKED');

INSERT INTO "carrier_submissions" ("message_id", "carrier", "reference", "submitted_at")
SELECT "id", "carrier", "carrier_reference", coalesce("submitted_at", "accepted_at") FROM "messages" WHERE "carrier" IS NOT NULL;

INSERT INTO "simulated_reports" ("id", "references", "codes", "given", "happens_at", "due_at")
SELECT "reference", ARRAY["reference"], "codes", "reports_sent", "next_report_at", "next_report_at"
FROM (
  SELECT *, CASE right("msisdn", 4)
    WHEN '9902' THEN '{8,2}' WHEN '9904' THEN '{4,1}' WHEN '9908' THEN '{8}' WHEN '9916' THEN '{8,16}' ELSE '{8,1}'
  END::smallint[] AS "codes" FROM "simulated_messages"
) s WHERE "next_report_at" IS NOT NULL AND "reports_sent" < cardinality("codes");

CREATE FUNCTION failed_status(status delivery_status) RETURNS delivery_status LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN status IN ('UNDELIV', 'FAILED', 'DELETED', 'NACKED', 'BLOCKED') THEN status END;

-- DropIndex
DROP INDEX "messages_due_idx";
DROP INDEX "messages_fresh_idx";
DROP INDEX "messages_held_idx";
DROP INDEX "messages_undelivered_idx";
DROP INDEX "messages_carrier_reference_idx";
DROP INDEX "simulated_messages_due_idx";

-- AlterTable
ALTER TABLE "messages"
  DROP CONSTRAINT "messages_due_check",
  DROP CONSTRAINT "messages_carrier_check",
  DROP COLUMN "sealed_body",
  DROP COLUMN "due_at",
  DROP COLUMN "first_tried_at",
  DROP COLUMN "attempts",
  DROP COLUMN "carrier",
  DROP COLUMN "carrier_reference",
  DROP COLUMN "submitted_at",
  -- An index on this changes only where a message fails; one on the status would with every report.
  ADD COLUMN "failed_status" "delivery_status" GENERATED ALWAYS AS (failed_status("status")) STORED,
  -- Room for the next version of a row on its own page.
  SET (fillfactor = 60);

ALTER TABLE "simulated_messages" DROP COLUMN "reports_sent", DROP COLUMN "next_report_at";

-- What is recorded of a message is found by the message; ids only keep the order.
ALTER TABLE "delivery_reports" DROP CONSTRAINT "delivery_reports_pkey";
DROP INDEX "delivery_reports_message_id_report_key_key";
ALTER TABLE "delivery_reports" ADD CONSTRAINT "delivery_reports_pkey" PRIMARY KEY ("message_id", "report_key");

-- CreateIndex
CREATE INDEX "carrier_submissions_reference_carrier_message_id_idx" ON "carrier_submissions"("reference", "carrier", "message_id" DESC);

-- CreateIndex
CREATE INDEX "simulated_reports_due_at_id_idx" ON "simulated_reports"("due_at", "id");

-- AddForeignKey
ALTER TABLE "carrier_submissions" ADD CONSTRAINT "carrier_submissions_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The dispatch queue.
CREATE INDEX "messages_under_way_due_idx" ON "messages_under_way" ("due_at", "message_id") WHERE "due_at" IS NOT NULL;

-- Of the queue, what was to go out at once and nobody has taken yet.
CREATE INDEX "messages_under_way_fresh_idx" ON "messages_under_way" ("due_at" DESC, "message_id" DESC) WHERE "due_at" = "accepted_at";

-- Messages held for the approval of a domain.
CREATE INDEX "messages_under_way_held_idx" ON "messages_under_way" ("account_id", "accepted_at", "message_id") WHERE "held";

-- Messages of an account by a status that few have.
CREATE INDEX "messages_failed_idx" ON "messages" ("account_id", "failed_status", "accepted_at" DESC, "id" DESC)
  WHERE "failed_status" IS NOT NULL;
