-- The body of a report's event. Every attempt sends these bytes.
CREATE FUNCTION report_body(
  message_id uuid, status text, code int, at timestamptz, carrier text, reference text,
  customer_message_id text, blocked_reason blocked_reason
) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE RETURN json_strip_nulls(json_build_object(
  'type', 'dlr',
  'messageId', message_id,
  'gatewayMessageId', message_id,
  'status', status,
  'statusCode', code,
  'timestamp', floor(extract(epoch FROM at))::bigint,
  'details', json_build_object('smsc', coalesce(carrier, 'gateway'), 'smscid', coalesce(reference, '')),
  'customerMessageId', customer_message_id,
  'blockedReason', blocked_reason
))::text;

-- Whether two times are too coarse to be ordered: they are equal, or one is a whole minute or second that contains the
-- other (rules: report times).
CREATE FUNCTION is_coarse(one timestamptz, other timestamptz) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE RETURN
  date_trunc('minute', one) = date_trunc('minute', other)
    AND (one = date_trunc('minute', one) OR other = date_trunc('minute', other))
  OR date_trunc('second', one) = date_trunc('second', other)
    AND (one = date_trunc('second', one) OR other = date_trunc('second', other));

-- Whether a status is final (rules: final statuses).
CREATE FUNCTION is_final(status delivery_status) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  status IN ('DELIVRD', 'UNDELIV', 'FAILED', 'DELETED', 'NACKED', 'BLOCKED');

-- A report and the part of a message that it is about. `place` is its place in the call, from 1.
CREATE TYPE matched_report AS (
  place int, id uuid, key text, status delivery_status, code int, error text, reference text, message_id uuid,
  attempt int, part int, part_count int, submitted_at timestamptz, reported_at timestamptz
);

-- What an account is told of a message by a report.
CREATE TYPE told_report AS (
  report_id uuid, account_id int, accepted_at timestamptz, message_id uuid, sender text, customer_message_id text,
  status delivery_status, code int, reported_at timestamptz, reference text, submitted_at timestamptz
);

-- An event of a report.
CREATE TYPE report_event AS (
  id uuid, account_id int, kind webhook_kind, number int, event_type webhook_event, message_id uuid, body text,
  due_at timestamptz, attempts int
);

-- Records delivery reports of a network, moves their messages and writes the events of them
-- (rules: delivery reports, report times, final statuses, message parts, report event).
-- Messages are looked for between two ids first, then anywhere. Up to `places` events of each account are handed over,
-- with a lease until `lease`.
-- Locks, each in the order of their keys: reports, messages, parts of messages, rows of the queue.
-- Promises: a report counts once, whoever brings it again. A message has one end, and its queue row goes with it. An
-- event is there if and only if what it tells is true.
-- Gives the places of the reports that belong to a message. Of messages that ended: when they were handed over, and
-- whether they are delivered. Events that are handed over, as `HandedOver`. Whether other events are due.
CREATE FUNCTION record_reports_v1(
  of_carrier text, at timestamptz, recent_from uuid, recent_to uuid, lease timestamptz, places jsonb,
  ids uuid[], refs text[], keys text[], statuses delivery_status[], codes int[], stated timestamptz[],
  handsets text[], errors text[], arrived timestamptz[],
  OUT known int[], OUT submitted_ms float8[], OUT delivered boolean[], OUT handed json[], OUT is_told boolean
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
SET plan_cache_mode = force_generic_plan SET enable_partition_pruning = on
AS $$
#variable_conflict use_column
DECLARE
  since uuid := recent_from;
  before uuid := recent_to;
  looked matched_report[];
  found matched_report[];
  written int;
  parted uuid[];
  whole uuid[] := '{}';
  newest matched_report[];
  told told_report[];
  moved told_report[] := '{}';
  events report_event[];
BEGIN
  is_told := false;
  LOOP
    looked := array(
      SELECT (g.n::int, g.id, g.key, g.status, g.code, g.error, g.reference, s.message_id, s.attempt, s.part, s.part_count,
        s.submitted_at, r.at)::matched_report
      FROM unnest(ids, refs, keys, statuses, codes, stated, handsets, errors, arrived) WITH ORDINALITY
        AS g (id, reference, key, status, code, stated_at, handset, error, arrived_at, n)
      CROSS JOIN LATERAL (
        SELECT c.message_id FROM carrier_submissions c
        WHERE c.reference = g.reference AND c.carrier = of_carrier AND c.message_id >= since AND c.message_id < before
          AND (g.handset IS NULL OR EXISTS (
            SELECT FROM messages m WHERE m.id = c.message_id AND right(m.msisdn, length(g.handset)) = g.handset
              AND length(m.msisdn) - length(g.handset) <= 3 OFFSET 0))
        ORDER BY c.message_id DESC LIMIT 1) c
      CROSS JOIN LATERAL (
        SELECT * FROM carrier_submissions s
        WHERE s.message_id = c.message_id AND s.reference = g.reference AND s.carrier = of_carrier
        ORDER BY s.attempt DESC, s.part LIMIT 1) s
      CROSS JOIN LATERAL (
        SELECT CASE WHEN g.stated_at >= s.submitted_at THEN g.stated_at
          ELSE greatest(g.arrived_at, s.submitted_at) END AS at OFFSET 0) t
      CROSS JOIN LATERAL (
        SELECT greatest(t.at, max(d.reported_at)) AS at FROM delivery_reports d
        WHERE d.message_id = s.message_id AND d.report_key <> g.key AND is_coarse(d.reported_at, t.at) OFFSET 0) r
      WHERE g.n <> ALL (coalesce(known, '{}')));
    found := found || looked;
    known := known || array(SELECT place FROM unnest(looked));
    EXIT WHEN cardinality(known) = cardinality(ids) OR since = '00000000-0000-0000-0000-000000000000';
    since := '00000000-0000-0000-0000-000000000000';
    before := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  END LOOP;
  IF known = '{}' THEN RETURN; END IF;

  INSERT INTO delivery_reports (id, message_id, report_key, status, status_code, reported_at, received_at, part, error_code)
  SELECT id, message_id, key, status, code, reported_at, at, part, error FROM unnest(found) ORDER BY message_id, key, id
  ON CONFLICT (message_id, report_key) DO NOTHING;
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written = 0 THEN RETURN; END IF;
  IF written < cardinality(found) THEN
    -- Those that were recorded before count no more.
    found := array(SELECT f FROM unnest(found) f WHERE EXISTS (
      SELECT FROM delivery_reports d WHERE d.message_id = f.message_id AND d.report_key = f.key AND d.id = f.id OFFSET 0));
  END IF;

  -- What ends nothing is told of a message without an end that is reported on as a whole.
  told := array(
    SELECT (f.id, m.account_id, m.accepted_at, m.id, m.sender, m.customer_message_id, f.status, f.code, f.reported_at,
      f.reference, f.submitted_at)::told_report
    FROM unnest(found) f CROSS JOIN LATERAL (SELECT * FROM messages WHERE id = f.message_id OFFSET 0) m
    WHERE f.part_count = 1 AND NOT is_final(f.status) AND NOT is_final(m.status));

  -- PostgreSQL 18 may end where it leaves partitions out of a change of rows that another has changed meanwhile.
  PERFORM set_config('enable_partition_pruning', 'off', true);

  -- Each part counts down `parts_left` once. A message is delivered with its last part.
  parted := array(SELECT DISTINCT message_id FROM unnest(found) WHERE part_count > 1 AND status = 'DELIVRD');
  IF parted <> '{}' THEN
    PERFORM FROM (SELECT id FROM messages WHERE id = ANY (parted) ORDER BY id FOR NO KEY UPDATE) m;
    WITH delivered AS (
      UPDATE carrier_submissions s SET state = 'delivered' FROM (
        SELECT DISTINCT message_id, attempt, part FROM unnest(found) WHERE part_count > 1 AND status = 'DELIVRD') d
      WHERE s.message_id = ANY (parted) AND (s.message_id, s.attempt, s.part) = (d.message_id, d.attempt, d.part)
        AND s.state = 'accepted'
      RETURNING s.message_id
    ), counted AS MATERIALIZED (
      SELECT m.account_id, m.accepted_at, m.id, count(*) AS n FROM delivered d
      CROSS JOIN LATERAL (SELECT * FROM messages WHERE id = d.message_id OFFSET 0) m
      GROUP BY m.account_id, m.accepted_at, m.id ORDER BY m.id
    ), counted_down AS (
      UPDATE message_queue u SET parts_left = u.parts_left - c.n FROM counted c
      WHERE (u.account_id, u.accepted_at, u.message_id) >= (c.account_id, c.accepted_at, c.id)
        AND (u.account_id, u.accepted_at, u.message_id) <= (c.account_id, c.accepted_at, c.id)
      RETURNING u.message_id, u.parts_left
    )
    SELECT coalesce(array_agg(message_id), '{}') INTO whole FROM counted_down WHERE parts_left <= 0;
  END IF;

  -- The report that says most of each message: one that ends it, or else the newest.
  newest := array(
    SELECT DISTINCT ON (f.message_id) f FROM unnest(found) f
    WHERE CASE WHEN f.part_count = 1 THEN is_final(f.status) OR f.status = 'UNKNOWN'
      ELSE f.status <> 'DELIVRD' OR f.message_id = ANY (whole) END
    ORDER BY f.message_id, is_final(f.status) DESC, CASE WHEN is_final(f.status) THEN f.id END, f.reported_at DESC,
      f.id DESC);
  IF cardinality(newest) > 0 THEN
    WITH changed AS (
      UPDATE messages m SET status = n.status, status_code = n.code, status_at = n.reported_at FROM unnest(newest) n
      WHERE m.id = ANY (array(SELECT message_id FROM unnest(newest))) AND m.id = n.message_id AND NOT is_final(m.status)
        AND (is_final(n.status) OR m.status <> n.status AND (m.status_at IS NULL OR n.reported_at >= m.status_at))
      RETURNING (n.id, m.account_id, m.accepted_at, m.id, m.sender, m.customer_message_id, n.status, n.code,
        n.reported_at, n.reference, n.submitted_at)::told_report AS report
    )
    SELECT coalesce(array_agg(report), '{}') INTO moved FROM changed;
  END IF;

  events := array(
    SELECT (uuid_v7(at), t.account_id, t.kind, t.number, t.event_type, t.message_id, t.body,
      CASE WHEN t.place <= t.places THEN lease WHEN t.paused_at IS NULL THEN at END, (t.place <= t.places)::int)::report_event
    FROM (
      SELECT r.account_id, e.kind, e.number, r.message_id, e.paused_at,
        CASE WHEN e.number > 0 THEN CASE WHEN 'message.report' = ANY (e.event_types)
          THEN 'message.report' ELSE 'message.report.final' END::webhook_event END AS event_type,
        report_body(r.message_id, r.status::text, r.code, r.reported_at, of_carrier, r.reference, r.customer_message_id, NULL) AS body,
        row_number() OVER (PARTITION BY r.account_id, e.number) AS place,
        CASE WHEN e.number = 0 AND e.failing_since IS NULL AND e.answered_at IS NOT NULL
          THEN coalesce((places ->> r.account_id::text)::int, 0) ELSE 0 END AS places
      FROM (
        SELECT * FROM unnest(told) WHERE status <> 'UNKNOWN' OR report_id <> ALL (array(SELECT report_id FROM unnest(moved)))
        UNION ALL SELECT * FROM unnest(moved)) r
      CROSS JOIN LATERAL (
        SELECT * FROM webhook_endpoints e
        WHERE e.account_id = r.account_id AND (e.kind = 'report'
          OR e.kind = 'further' AND (e.shortcode IS NULL OR e.shortcode = r.sender)
            AND ('message.report' = ANY (e.event_types)
              OR 'message.report.final' = ANY (e.event_types) AND is_final(r.status)))
        OFFSET 0) e) t);
  IF cardinality(events) > 0 THEN
    INSERT INTO webhook_deliveries (id, account_id, kind, number, event_type, message_id, body, created_at, due_at, attempts)
    SELECT id, account_id, kind, number, event_type, message_id, body, at, due_at, attempts FROM unnest(events);
    is_told := EXISTS (SELECT FROM unnest(events) WHERE attempts = 0);
    handed := array(
      SELECT json_build_object('accountId', g.account_id, 'url', e.url, 'isCut', g.is_cut, 'events', g.events,
        'secrets', array(SELECT s.encrypted FROM webhook_secrets s
          WHERE s.account_id = g.account_id AND (s.ends_at IS NULL OR s.ends_at > at)
          ORDER BY s.ends_at DESC NULLS FIRST, s.id DESC))
      FROM (
        SELECT account_id, bool_or(attempts = 0) AS is_cut,
          json_agg(json_build_array(id, body)) FILTER (WHERE attempts > 0) AS events
        FROM unnest(events) WHERE number = 0 GROUP BY account_id HAVING bool_or(attempts > 0)) g
      CROSS JOIN LATERAL (SELECT url FROM webhook_endpoints WHERE account_id = g.account_id AND kind = 'report' LIMIT 1) e);
  END IF;

  DELETE FROM message_queue u USING unnest(moved) e
  WHERE is_final(e.status) AND (u.account_id, u.accepted_at, u.message_id) >= (e.account_id, e.accepted_at, e.message_id)
    AND (u.account_id, u.accepted_at, u.message_id) <= (e.account_id, e.accepted_at, e.message_id);
  submitted_ms := array(SELECT extract(epoch FROM submitted_at) * 1000 FROM unnest(moved) WHERE is_final(status));
  delivered := array(SELECT status = 'DELIVRD' FROM unnest(moved) WHERE is_final(status));
END $$;
