-- CreateTable
CREATE TABLE "reset_requests" (
    "id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reset_requests_pkey" PRIMARY KEY ("id")
);
