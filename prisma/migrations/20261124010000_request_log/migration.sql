-- The requests of accounts to the API. No foreign keys: to check them would lock the account's row with every batch.
CREATE TABLE "api_requests" (
    "id" UUID NOT NULL,
    "request_id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "error_code" TEXT,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "credential" TEXT NOT NULL,
    "api_key_id" UUID,
    "address" TEXT NOT NULL,
    "parameters" TEXT NOT NULL,
    "message_id" UUID,

    CONSTRAINT "api_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_requests_lengths_check" CHECK (length("parameters") <= 2048 AND length("error") <= 300)
);

CREATE INDEX "api_requests_account_id_at_id_idx" ON "api_requests"("account_id", "at" DESC, "id" DESC);

-- Those that went wrong are few among many: who looks for them reads no others.
CREATE INDEX "api_requests_refused_idx" ON "api_requests"("account_id", "at" DESC, "id" DESC) WHERE "status" >= 400;
