-- CreateTable
CREATE TABLE "ended_sessions" (
    "id" UUID NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ended_sessions_ends_at_idx" ON "ended_sessions"("ends_at");

-- What Prisma's schema language cannot say.

-- Events that have not arrived, few among many that have: for the list's filters and for a replay of what failed.
CREATE INDEX "webhook_deliveries_undelivered_idx"
  ON "webhook_deliveries" ("account_id", "state", "created_at" DESC, "id" DESC) WHERE "state" <> 'delivered';
