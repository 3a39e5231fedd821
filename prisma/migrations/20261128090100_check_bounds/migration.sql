-- Reads each table once, while others read and write it.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['messages', 'carrier_submissions', 'delivery_reports'] LOOP
    IF (SELECT relkind FROM pg_class WHERE oid = name::regclass) = 'r' THEN
      EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', name, name || '_first_check');
    END IF;
  END LOOP;
END
$$;
