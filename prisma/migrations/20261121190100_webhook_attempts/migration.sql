-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "earlier_attempts" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "delivery_id" UUID NOT NULL,
    "attempted_at" TIMESTAMPTZ(3) NOT NULL,
    "attempted_url" TEXT,
    "response_code" SMALLINT,
    "error" TEXT,
    "duration_ms" INTEGER,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("delivery_id","attempted_at")
);

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A delivery's row has its last attempt. The one before is kept here when it is written over: by a retry, or by hand.
CREATE FUNCTION keep_webhook_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_attempts (delivery_id, attempted_at, attempted_url, response_code, error, duration_ms)
  VALUES (OLD.id, OLD.attempted_at, OLD.attempted_url, OLD.response_code, OLD.error, OLD.duration_ms)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER webhook_attempt_kept AFTER UPDATE OF attempted_at ON "webhook_deliveries" FOR EACH ROW
  WHEN (OLD.attempted_at IS NOT NULL AND NEW.attempted_at IS DISTINCT FROM OLD.attempted_at)
  EXECUTE FUNCTION keep_webhook_attempt();
