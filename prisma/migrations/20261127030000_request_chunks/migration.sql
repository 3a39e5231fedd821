-- Requests of an account that come faster than rows of their own should be written, many in one row. No foreign keys, as for
-- "api_requests".
CREATE TABLE "api_request_chunks" (
    "id" UUID NOT NULL,
    "account_id" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "groups" JSONB NOT NULL,
    "raw_bytes" INTEGER NOT NULL,
    "requests" BYTEA NOT NULL,

    CONSTRAINT "api_request_chunks_pkey" PRIMARY KEY ("id"),
    -- Who reads a stretch of the list looks no further than that beyond its ends.
    CONSTRAINT "api_request_chunks_span_check" CHECK ("first_at" <= "last_at" AND "last_at" - "first_at" < INTERVAL '10 seconds'),
    CONSTRAINT "api_request_chunks_sizes_check" CHECK (
        "count" BETWEEN 1 AND 1000 AND "refused" BETWEEN 0 AND "count" AND "raw_bytes" BETWEEN 1 AND 262144
    )
);

-- It is compressed already.
ALTER TABLE "api_request_chunks" ALTER COLUMN "requests" SET STORAGE EXTERNAL;

CREATE INDEX "api_request_chunks_account_id_last_at_id_idx" ON "api_request_chunks"("account_id", "last_at" DESC, "id" DESC);

CREATE INDEX "api_request_chunks_account_id_first_at_id_idx" ON "api_request_chunks"("account_id", "first_at", "id");

-- Those with a request that went wrong are few among many: who looks for one reads no others.
CREATE INDEX "api_request_chunks_refused_last_idx" ON "api_request_chunks"("account_id", "last_at" DESC, "id" DESC) WHERE "refused" > 0;

CREATE INDEX "api_request_chunks_refused_first_idx" ON "api_request_chunks"("account_id", "first_at", "id") WHERE "refused" > 0;
