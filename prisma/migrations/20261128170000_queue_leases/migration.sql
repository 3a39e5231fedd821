-- The leases of messages that are handed over as they are accepted: one row for a batch. It may be run again after it was applied.
-- CreateTable
CREATE TABLE IF NOT EXISTS "queue_leases" (
    "id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "account_ids" INTEGER[] NOT NULL,
    "message_ids" UUID[] NOT NULL,

    CONSTRAINT "queue_leases_pkey" PRIMARY KEY ("id"),
    -- What Prisma's schema language cannot say.
    CONSTRAINT "queue_leases_messages_check" CHECK (cardinality("message_ids") > 0 AND cardinality("account_ids") = cardinality("message_ids"))
);

-- CreateIndex
CREATE INDEX IF NOT EXISTS "queue_leases_until_idx" ON "queue_leases"("until");

-- Rows come and go as fast as batches do.
ALTER TABLE "queue_leases" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- While an account moves, its messages have leases of their own: those of a batch stay in their cell. `guard_move` lets it pass.
CREATE OR REPLACE FUNCTION lease_by_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('gateway.moving', true) IS DISTINCT FROM 'on' THEN
    NEW.due_at := NEW.accepted_at + interval '60 seconds';
  END IF;
  RETURN NEW;
END $$;
