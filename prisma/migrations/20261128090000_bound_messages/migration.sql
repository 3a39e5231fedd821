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

-- The beginning of a month, so many after that of an instant.
CREATE OR REPLACE FUNCTION month_after(at timestamptz, months int) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT (date_trunc('month', at AT TIME ZONE 'UTC') + make_interval(months => months)) AT TIME ZONE 'UTC'
$$;

-- Checks that a table ends with a month: three months from now, or where a clock was ahead, after what that has left.
CREATE OR REPLACE FUNCTION bound_by_month(name text, key text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  newest uuid;
  bound timestamptz := month_after(now(), 3);
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = name::regclass) = 'p' THEN RETURN; END IF;
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS %I', name, name || '_first_check');
  EXECUTE format('SELECT %I FROM %I ORDER BY %I DESC LIMIT 1', key, name, key) INTO newest;
  bound := greatest(bound, month_after(time_of(newest), 1));
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%I < %L) NOT VALID', name, name || '_first_check', key,
    id_at(bound));
END
$$;

SELECT bound_by_month('messages', 'id');
