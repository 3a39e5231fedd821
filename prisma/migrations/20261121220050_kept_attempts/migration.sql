-- Attempts of a delivery that have ended before its last one. Those that are kept may be fewer.
ALTER TABLE "webhook_deliveries" ADD COLUMN "earlier_ended" INTEGER NOT NULL DEFAULT 0;

UPDATE "webhook_deliveries" w SET "earlier_ended" = a.ended
FROM (SELECT "delivery_id", count(*)::int AS ended FROM "webhook_attempts" GROUP BY "delivery_id") a
WHERE w."id" = a."delivery_id";

DELETE FROM "webhook_attempts" a USING (
  SELECT "delivery_id", "attempted_at",
    row_number() OVER (PARTITION BY "delivery_id" ORDER BY "attempted_at" DESC) AS place
  FROM "webhook_attempts") p
WHERE p.place > 50 AND a."delivery_id" = p."delivery_id" AND a."attempted_at" = p."attempted_at";

-- A delivery's row has its last attempt. The one before is kept here when it is written over, and the latest 50 of these.
CREATE OR REPLACE FUNCTION keep_webhook_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_attempts (delivery_id, attempted_at, attempted_url, response_code, error, duration_ms)
  VALUES (OLD.id, OLD.attempted_at, OLD.attempted_url, OLD.response_code, OLD.error, OLD.duration_ms)
  ON CONFLICT DO NOTHING;
  IF NEW.earlier_ended > 50 THEN
    DELETE FROM webhook_attempts WHERE delivery_id = OLD.id AND attempted_at <= (
      SELECT attempted_at FROM webhook_attempts WHERE delivery_id = OLD.id
      ORDER BY attempted_at DESC OFFSET 50 LIMIT 1);
  END IF;
  RETURN NULL;
END
$$;
