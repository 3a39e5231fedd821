-- The partitions of a table, in the order of what is in them: `from_id` null for the first, `to_id` null for the last, which
-- takes all that is newer.
CREATE OR REPLACE FUNCTION partitions_of(parent regclass) RETURNS TABLE (name text, from_id uuid, to_id uuid)
LANGUAGE sql STABLE STRICT AS $$
  SELECT c.relname::text, (regexp_match(b.bound, 'FROM \(''([^'']*)''\)'))[1]::uuid,
    (regexp_match(b.bound, 'TO \(''([^'']*)''\)'))[1]::uuid
  FROM pg_inherits i
  JOIN pg_class c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL (SELECT pg_get_expr(c.relpartbound, c.oid) AS bound) b
  WHERE i.inhparent = parent AND NOT i.inhdetachpending
  ORDER BY 2 NULLS FIRST
$$;

-- Adds the last partition of a table, which begins with a month. The one that was the last ends there.
CREATE OR REPLACE FUNCTION add_partition(parent regclass, month timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last record;
  name text := parent || to_char(month AT TIME ZONE 'UTC', '_YYYY_MM');
BEGIN
  SELECT p.*, array_to_string(c.reloptions, ', ') AS options INTO STRICT last
  FROM partitions_of(parent) p JOIN pg_class c ON c.oid = p.name::regclass WHERE p.to_id IS NULL;
  EXECUTE format('ALTER TABLE %s DETACH PARTITION %I', parent, last.name);
  EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%L)', parent, last.name,
    coalesce(quote_literal(last.from_id), 'MINVALUE'), id_at(month));
  EXECUTE format('CREATE TABLE %I PARTITION OF %s FOR VALUES FROM (%L) TO (MAXVALUE)%s', name, parent, id_at(month),
    ' WITH (' || last.options || ')');
END
$$;

-- Makes a partition anew that has no rows, so that it is one that was never looked at: of one that was seen empty the planner thinks
-- that it stays so, and that any index serves as well.
CREATE OR REPLACE FUNCTION remake_partition(parent regclass, partition text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  old record;
BEGIN
  SELECT p.*, array_to_string(c.reloptions, ', ') AS options INTO STRICT old
  FROM partitions_of(parent) p JOIN pg_class c ON c.oid = p.name::regclass WHERE p.name = partition;
  EXECUTE format('ALTER TABLE %s DETACH PARTITION %I', parent, partition);
  EXECUTE format('DROP TABLE %I', partition);
  EXECUTE format('CREATE TABLE %I PARTITION OF %s FOR VALUES FROM (%s) TO (%s)%s', partition, parent,
    coalesce(quote_literal(old.from_id), 'MINVALUE'), coalesce(quote_literal(old.to_id), 'MAXVALUE'),
    ' WITH (' || old.options || ')');
END
$$;

-- Makes a table the first partition of one that has its name, its constraints and its indexes, which are kept. A table that
-- has rows ends where its check says, and its check is not needed any more. An empty one ends with last month, so that months
-- begin at once. Either way the last partition begins in two months at least. The primary key is the last index of each
-- partition, which the planner takes where it thinks that any serves as well.
CREATE OR REPLACE FUNCTION partition_by_month(old regclass, key text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text := old::text;
  checked text := parent || '_bound_check';
  first text;
  this_month timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  bound uuid;
  options text;
  has_rows boolean;
  index record;
BEGIN
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
  -- It was done before.
  IF (SELECT relkind FROM pg_class WHERE oid = old) = 'p' THEN RETURN; END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', parent) INTO has_rows;
  bound := CASE WHEN has_rows
    THEN (SELECT substring(pg_get_constraintdef(c.oid) FROM '[0-9a-f-]{36}')::uuid FROM pg_constraint c
      WHERE c.conrelid = old AND c.conname = checked)
    ELSE id_at(this_month) END;
  first := parent || '_first';
  EXECUTE format('ALTER TABLE %I RENAME TO %I', parent, first);
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (%I)', parent, first, key);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', parent, checked);
  FOR index IN
    SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition, pg_get_constraintdef(k.oid) AS constraint
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'p'
    WHERE i.indrelid = old ORDER BY i.indisprimary
  LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', index.name, left('first_' || index.name, 63));
    IF index.constraint IS NOT NULL THEN
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', parent, index.name, index.constraint);
    ELSE
      EXECUTE replace(index.definition, quote_ident(first) || ' USING', quote_ident(parent) || ' USING');
    END IF;
  END LOOP;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, first, bound);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', first, checked);
  SELECT ' WITH (' || array_to_string(c.reloptions, ', ') || ')' INTO options FROM pg_class c WHERE c.oid = old;
  EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (MAXVALUE)%s',
    parent || to_char(time_of(bound) AT TIME ZONE 'UTC', '_YYYY_MM'), parent, bound, options);
  IF NOT has_rows THEN
    FOR ahead IN 1..3 LOOP
      PERFORM add_partition(parent, (this_month AT TIME ZONE 'UTC' + make_interval(months => ahead)) AT TIME ZONE 'UTC');
    END LOOP;
  END IF;
END
$$;

SELECT partition_by_month('delivery_reports', 'message_id');
