-- What was answered to an attempt before the last one. Null where none came, and for attempts from before this.
ALTER TABLE "webhook_attempts" ADD COLUMN "response_body" TEXT;

-- A delivery's row has its last attempt. The one before is kept here when it is written over, with what was answered to
-- it, and the latest 50 of these.
CREATE OR REPLACE FUNCTION keep_webhook_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_attempts (delivery_id, attempted_at, attempted_url, response_code, response_body, error, duration_ms)
  VALUES (OLD.id, OLD.attempted_at, OLD.attempted_url, OLD.response_code, OLD.response_body, OLD.error, OLD.duration_ms)
  ON CONFLICT DO NOTHING;
  IF NEW.earlier_ended > 50 THEN
    DELETE FROM webhook_attempts WHERE delivery_id = OLD.id AND attempted_at <= (
      SELECT attempted_at FROM webhook_attempts WHERE delivery_id = OLD.id
      ORDER BY attempted_at DESC OFFSET 50 LIMIT 1);
  END IF;
  RETURN NULL;
END
$$;
