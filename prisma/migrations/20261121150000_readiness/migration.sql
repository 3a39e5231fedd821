-- CreateTable
CREATE TABLE "readiness" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "readiness_pkey" PRIMARY KEY ("id")
);

-- It is written again and again, and read by nobody: one row is enough.
ALTER TABLE "readiness" ADD CONSTRAINT "readiness_one_row" CHECK ("id" = 1);
