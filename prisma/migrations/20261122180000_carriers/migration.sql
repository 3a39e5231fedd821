-- Ways into mobile networks besides the simulator, which has no row and the number 0.
-- CreateTable
CREATE TABLE "carriers" (
    "id" SMALLSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "encrypted_secrets" BYTEA,
    "enabled" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "carriers_pkey" PRIMARY KEY ("id"),
    -- The name stands in addresses and logs, and the simulator's is taken.
    CONSTRAINT "carriers_name_check" CHECK ("name" ~ '^[a-z0-9][a-z0-9-]{0,29}$' AND "name" <> 'simulator')
);

-- CreateIndex
CREATE UNIQUE INDEX "carriers_name_key" ON "carriers"("name");

-- Which carrier a message waits for. Each claims its own: one that takes nothing holds up nobody else's messages.
-- AlterTable
ALTER TABLE "message_queue" ADD COLUMN "carrier_id" SMALLINT NOT NULL DEFAULT 0;

DROP INDEX "message_queue_due_idx";
DROP INDEX "message_queue_fresh_idx";

-- The dispatch queue of each carrier.
CREATE INDEX "message_queue_due_idx" ON "message_queue" ("carrier_id", "due_at", "message_id") WHERE "due_at" IS NOT NULL;

-- Of the queue, what was to go out at once and nobody has taken yet.
CREATE INDEX "message_queue_fresh_idx" ON "message_queue" ("carrier_id", "due_at" DESC, "message_id" DESC)
  WHERE "due_at" = "accepted_at";
