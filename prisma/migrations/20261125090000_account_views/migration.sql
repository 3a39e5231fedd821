-- Views of accounts by administrators, each in one session, until it ends or its time is over.
-- CreateTable
CREATE TABLE "account_views" (
    "id" UUID NOT NULL,
    "session_id" UUID,
    "administrator_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "reason" VARCHAR(200) NOT NULL,
    "address" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_views_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_views_session_id_key" ON "account_views"("session_id");

-- CreateIndex
CREATE INDEX "account_views_administrator_id_idx" ON "account_views"("administrator_id");

-- CreateIndex
CREATE INDEX "account_views_account_id_idx" ON "account_views"("account_id");

-- CreateIndex
CREATE INDEX "account_views_ends_at_idx" ON "account_views"("ends_at");

-- AddForeignKey
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_administrator_id_fkey" FOREIGN KEY ("administrator_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_other_account_check" CHECK ("account_id" <> "administrator_id");
