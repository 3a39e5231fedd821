-- The partitions of a table, in the order of what is in them: `from_id` null for the first, `to_id` null for the last, which
-- takes all that is newer.
CREATE OR REPLACE FUNCTION partitions_of(parent regclass) RETURNS TABLE (name text, from_id uuid, to_id uuid, options text)
LANGUAGE sql STABLE STRICT AS $$
  SELECT c.relname::text, (regexp_match(b.bound, 'FROM \(''([^'']*)''\)'))[1]::uuid,
    (regexp_match(b.bound, 'TO \(''([^'']*)''\)'))[1]::uuid, array_to_string(c.reloptions, ', ')
  FROM pg_inherits i
  JOIN pg_class c ON c.oid = i.inhrelid
  CROSS JOIN LATERAL (SELECT pg_get_expr(c.relpartbound, c.oid) AS bound) b
  WHERE i.inhparent = parent AND NOT i.inhdetachpending
  ORDER BY 2 NULLS FIRST
$$;

-- Checks what a partition is for, by a constraint of its own: where partitions are not pruned, the planner leaves out by it those
-- that a statement's text says nothing is looked for in. See `lib/db/session/planning`.
CREATE OR REPLACE FUNCTION check_partition(parent regclass, partition text, from_id uuid, to_id uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  key text := (regexp_match(pg_get_partkeydef(parent), '\((.*)\)'))[1];
  bounds text := concat_ws(' AND ', key || ' >= ' || quote_literal(from_id), key || ' < ' || quote_literal(to_id));
BEGIN
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS %I', partition, partition || '_check');
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s)', partition, partition || '_check', bounds);
END
$$;

CREATE OR REPLACE FUNCTION attach_partition(parent regclass, partition text, from_id uuid, to_id uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_partition(parent, partition, from_id, to_id);
  EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', parent, partition,
    coalesce(quote_literal(from_id), 'MINVALUE'), coalesce(quote_literal(to_id), 'MAXVALUE'));
END
$$;

CREATE OR REPLACE FUNCTION create_partition(parent regclass, partition text, from_id uuid, to_id uuid, options text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE %I PARTITION OF %s FOR VALUES FROM (%s) TO (%s)%s', partition, parent,
    coalesce(quote_literal(from_id), 'MINVALUE'), coalesce(quote_literal(to_id), 'MAXVALUE'), ' WITH (' || options || ')');
  PERFORM check_partition(parent, partition, from_id, to_id);
END
$$;

-- Adds the last partition of a table, which begins with a month. The one that was the last ends there. Where it has rows, keys
-- that refer to the table are made anew: nothing that is referred to can be detached.
CREATE OR REPLACE FUNCTION add_partition(parent regclass, month timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last record;
  has_rows boolean;
  reference record;
  added text[] := '{}';
BEGIN
  SELECT * INTO STRICT last FROM partitions_of(parent) WHERE to_id IS NULL;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', last.name) INTO has_rows;
  IF has_rows THEN
    FOR reference IN
      SELECT c.conrelid::regclass AS name, c.conname, regexp_replace(pg_get_constraintdef(c.oid), ' NOT VALID$', '') AS definition
      FROM pg_constraint c WHERE c.confrelid = parent AND c.contype = 'f' AND c.conparentid = 0
    LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', reference.name, reference.conname);
      added := added || format('ALTER TABLE %s ADD CONSTRAINT %I %s NOT VALID', reference.name, reference.conname,
        reference.definition);
    END LOOP;
  END IF;
  EXECUTE format('ALTER TABLE %s DETACH PARTITION %I', parent, last.name);
  PERFORM attach_partition(parent, last.name, last.from_id, id_at(month));
  PERFORM create_partition(parent, parent || to_char(month AT TIME ZONE 'UTC', '_YYYY_MM'), id_at(month), NULL, last.options);
  FOR place IN 1..cardinality(added) LOOP
    EXECUTE added[place];
  END LOOP;
END
$$;

-- Validates keys that refer to a table and were made anew, while others write.
CREATE OR REPLACE FUNCTION validate_references(parent regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  reference record;
BEGIN
  FOR reference IN
    SELECT c.conrelid::regclass AS name, c.conname FROM pg_constraint c
    WHERE c.confrelid = parent AND c.contype = 'f' AND c.conparentid = 0 AND NOT c.convalidated
  LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', reference.name, reference.conname);
  END LOOP;
END
$$;

-- Drops the second partition of a table, which is empty as the first is: that one ends where the second did.
CREATE OR REPLACE FUNCTION drop_second_partition(parent regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first record;
  second record;
BEGIN
  SELECT * INTO STRICT first FROM partitions_of(parent) LIMIT 1;
  SELECT * INTO STRICT second FROM partitions_of(parent) OFFSET 1 LIMIT 1;
  EXECUTE format('ALTER TABLE %s DETACH PARTITION %I', parent, first.name);
  EXECUTE format('ALTER TABLE %s DETACH PARTITION %I', parent, second.name);
  EXECUTE format('DROP TABLE %I', second.name);
  PERFORM attach_partition(parent, first.name, NULL, second.to_id);
END
$$;

-- Makes a partition anew that has no rows, so that it is one that was never looked at: of one that was seen empty the planner thinks
-- that it stays so, and that any index serves as well.
CREATE OR REPLACE FUNCTION remake_partition(parent regclass, partition text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  old record;
BEGIN
  SELECT * INTO STRICT old FROM partitions_of(parent) p WHERE p.name = partition;
  EXECUTE format('ALTER TABLE %s DETACH PARTITION %I', parent, partition);
  EXECUTE format('DROP TABLE %I', partition);
  PERFORM create_partition(parent, partition, old.from_id, old.to_id, old.options);
END
$$;

-- Makes a table the first partition of one that has its name, its constraints, its grants and its indexes, which are kept. A table
-- that has rows ends where its check says. An empty one ends with last month, so that months begin at once. Either way the last
-- partition begins in two months at least. The primary key is the last index of each partition, which the planner takes where it
-- thinks that any serves as well.
CREATE OR REPLACE FUNCTION partition_by_month(old regclass, key text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text := old::text;
  first text := parent || '_first';
  bound uuid;
  options text;
  has_rows boolean;
  part record;
BEGIN
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
  -- It was done before.
  IF (SELECT relkind FROM pg_class WHERE oid = old) = 'p' THEN RETURN; END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', parent) INTO has_rows;
  bound := CASE WHEN has_rows
    THEN (SELECT substring(pg_get_constraintdef(c.oid) FROM '[0-9a-f-]{36}')::uuid FROM pg_constraint c
      WHERE c.conrelid = old AND c.conname = first || '_check')
    ELSE id_at(month_after(now(), 0)) END;
  EXECUTE format('ALTER TABLE %I RENAME TO %I', parent, first);
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (%I)', parent, first, key);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', parent, first || '_check');
  FOR part IN
    SELECT a.privilege_type AS privilege,
      CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS grantee
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a WHERE c.oid = old AND a.grantee <> c.relowner
  LOOP
    EXECUTE format('GRANT %s ON %I TO %s', part.privilege, parent, part.grantee);
  END LOOP;
  FOR part IN
    SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition, pg_get_constraintdef(k.oid) AS constraint
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'p'
    WHERE i.indrelid = old ORDER BY i.indisprimary
  LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', part.name, left('first_' || part.name, 63));
    IF part.constraint IS NOT NULL THEN
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', parent, part.name, part.constraint);
    ELSE
      EXECUTE replace(part.definition, quote_ident(first) || ' USING', quote_ident(parent) || ' USING');
    END IF;
  END LOOP;
  IF has_rows THEN
    -- By the check that it has.
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, first, bound);
  ELSE
    PERFORM attach_partition(parent, first, NULL, bound);
  END IF;
  SELECT array_to_string(c.reloptions, ', ') INTO options FROM pg_class c WHERE c.oid = old;
  PERFORM create_partition(parent, parent || to_char(time_of(bound) AT TIME ZONE 'UTC', '_YYYY_MM'), bound, NULL, options);
  IF NOT has_rows THEN
    FOR ahead IN 1..3 LOOP
      PERFORM add_partition(parent, month_after(now(), ahead));
    END LOOP;
  END IF;
END
$$;

SELECT partition_by_month('delivery_reports', 'message_id');
