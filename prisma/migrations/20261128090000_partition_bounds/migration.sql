-- Messages, their submissions and their reports become partitions by month, of the id that names the message. What is
-- there becomes the first partition. So that it need not be read under a lock then, it is checked beforehand, while others
-- write: rows up to now, and of the next two months at least, in which the migrations that follow are to be applied. Each of
-- these may be run again after it was applied, as one is whose record a server that was killed did not write.

-- Below every id that is made from an instant on.
CREATE OR REPLACE FUNCTION id_at(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT (left(hex, 8) || '-' || right(hex, 4) || '-7000-8000-000000000000')::uuid
  FROM (SELECT lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') AS hex) h
$$;

-- When an id was made, to the millisecond.
CREATE OR REPLACE FUNCTION time_of(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0)
$$;

DO $$
DECLARE
  bound uuid := id_at(date_trunc('month', now() AT TIME ZONE 'UTC' + interval '3 months') AT TIME ZONE 'UTC');
  one record;
BEGIN
  FOR one IN SELECT * FROM (VALUES ('messages', 'id'), ('carrier_submissions', 'message_id'),
    ('delivery_reports', 'message_id')) AS v (name, key)
  LOOP
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS %I', one.name, one.name || '_bound_check');
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%I < %L) NOT VALID', one.name, one.name || '_bound_check',
      one.key, bound);
  END LOOP;
END
$$;
