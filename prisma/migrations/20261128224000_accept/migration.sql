-- Acceptance reads the version itself.
DROP FUNCTION newest_routes_version();

-- A message that is about to be accepted: what its submission says of it, and what was found of its number. `number` is
-- the place of its submission, from 1. `body` is its own text; null for that of the submission.
CREATE TYPE judged_message AS (
  number int, id uuid, ledger_id uuid, account_id int, send_type send_type, message_class message_class, sender text,
  msisdn text, body text, encoding encoding, parts int, hosts text, customer_message_id text, rate_code text,
  billed_rate_code text, net_micros bigint, gst_micros bigint, validity_minutes int, due_at timestamptz,
  send_at timestamptz, carrier_id int, is_leased boolean, foreseen_blocked boolean, foreseen_network text,
  reason blocked_reason, network text
);

-- Accepts submissions, each whole or not at all (rules: accepting, debits, blocked messages, idempotency, leases).
-- Locks accounts in the order of their ids; with `skip`, those that another transaction has locked are left out. Then
-- it locks idempotency keys, and the billing days of the accounts.
-- Promises: a submission that is taken has its messages, rows of the queue, ledger entries and billing days, its debit,
-- its stored response and the events of blocked messages. One that is not taken leaves no trace. The balance covers
-- each submission on top of all before it of the same account. It was routed by the newest routes. A response is
-- stored where it says what was found.
-- Gives by submission: the balance before, null where the account is away, locked or closed, or other routes were
-- meant; whether the balance covers it; whether its response foresees something else; whether it is taken. Gives the
-- ids of blocked messages, and of those to ported numbers with their networks.
CREATE FUNCTION accept_v1(
  at timestamptz, billing_day date, skip boolean, lease timestamptz,
  account_ids int[], send_types send_type[], classes message_class[], senders text[], bodies text[],
  encodings encoding[], part_counts int[], host_lists text[], encrypted_bodies bytea[], customer_ids text[],
  rate_codes text[], billed_codes text[], validities int[], windows text[], versions int[], prices bigint[],
  totals bigint[], keys text[], hashes bytea[], expiries timestamptz[], responses bytea, starts int[], lengths int[],
  numbers int[], ids uuid[], ledger_ids uuid[], msisdns text[], nets bigint[], gsts bigint[], invalids boolean[],
  dues timestamptz[], send_ats timestamptz[], carrier_ids int[], leased boolean[], foreseen_blocks boolean[],
  foreseen_networks text[], own_bodies text[], own_encodings encoding[], own_parts int[], own_hosts text[],
  OUT routes int, OUT balances bigint[], OUT affordable boolean[], OUT unforeseen boolean[],
  OUT taken boolean[], OUT blocked uuid[], OUT ported uuid[], OUT networks text[]
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
SET plan_cache_mode = force_generic_plan SET enable_partition_pruning = off
AS $$
#variable_conflict use_column
DECLARE
  judged judged_message[];
  surprising int[] := '{}';
  claimed text[] := '{}';
  claim record;
BEGIN
  IF skip THEN
    balances := (
      SELECT array_agg(a.balance_micros ORDER BY s.n) FROM unnest(account_ids) WITH ORDINALITY AS s (account_id, n)
      LEFT JOIN (
        SELECT id, balance_micros FROM accounts WHERE id = ANY (account_ids) AND status = 'active'
        ORDER BY id FOR NO KEY UPDATE SKIP LOCKED) a ON a.id = s.account_id);
  ELSE
    balances := (
      SELECT array_agg(a.balance_micros ORDER BY s.n) FROM unnest(account_ids) WITH ORDINALITY AS s (account_id, n)
      LEFT JOIN (
        SELECT id, balance_micros FROM accounts WHERE id = ANY (account_ids) AND status = 'active'
        ORDER BY id FOR NO KEY UPDATE) a ON a.id = s.account_id);
  END IF;
  -- All locks are there: who changes routes from here on is behind these submissions.
  routes := coalesce((SELECT version FROM routes_version), 0);
  balances := array(SELECT CASE WHEN coalesce(s.version = routes, true) THEN s.balance END
    FROM unnest(balances, versions) AS s (balance, version));
  affordable := array(SELECT coalesce(s.total <= s.balance, false) FROM unnest(balances, totals) AS s (balance, total));

  judged := array(
    SELECT (i.number, i.id, i.ledger_id, s.account_id, s.send_type, s.message_class, s.sender, i.msisdn, i.body,
      coalesce(i.encoding, s.encoding), coalesce(i.parts, s.parts), coalesce(i.hosts, s.hosts), s.customer_message_id,
      s.rate_code, s.billed_rate_code, i.net, i.gst, s.validity, i.due_at, i.send_at, i.carrier_id, i.is_leased,
      i.foreseen_blocked, i.foreseen_network,
      CASE WHEN i.is_invalid THEN 'invalid_number'::blocked_reason
        WHEN (SELECT n.active FROM blocked_numbers n WHERE n.account_id = s.account_id AND n.msisdn = i.msisdn)
          THEN 'unsubscribed' END,
      (SELECT p.network_code FROM ported_numbers p WHERE p.msisdn = i.msisdn))::judged_message
    FROM unnest(numbers, ids, ledger_ids, msisdns, nets, gsts, invalids, dues, send_ats, carrier_ids, leased,
        foreseen_blocks, foreseen_networks, own_bodies, own_encodings, own_parts, own_hosts)
      AS i (number, id, ledger_id, msisdn, net, gst, is_invalid, due_at, send_at, carrier_id, is_leased,
        foreseen_blocked, foreseen_network, body, encoding, parts, hosts)
    JOIN unnest(account_ids, send_types, classes, senders, encodings, part_counts, host_lists, customer_ids, rate_codes,
        billed_codes, validities, affordable) WITH ORDINALITY
      AS s (account_id, send_type, message_class, sender, encoding, parts, hosts, customer_message_id, rate_code,
        billed_rate_code, validity, is_affordable, n)
      ON s.n = i.number AND s.is_affordable);
  blocked := array(SELECT id FROM unnest(judged) WHERE reason IS NOT NULL);
  SELECT array_agg(id), array_agg(network) INTO ported, networks FROM unnest(judged) WHERE network IS NOT NULL;

  taken := affordable;
  IF keys IS NOT NULL THEN
    surprising := array(
      SELECT DISTINCT number FROM unnest(judged) WHERE foreseen_blocked IS NOT NULL
        AND (foreseen_blocked <> (reason IS NOT NULL) OR foreseen_network IS DISTINCT FROM network));
    FOR claim IN
      INSERT INTO idempotency_keys AS k (account_id, key, request_hash, response, expires_at)
      SELECT s.account_id, s.key, s.hash, substring(responses FROM s.start FOR s.length), s.expires_at
      FROM unnest(account_ids, keys, hashes, expiries, starts, lengths, affordable) WITH ORDINALITY
        AS s (account_id, key, hash, expires_at, start, length, is_affordable, n)
      WHERE s.is_affordable AND s.key IS NOT NULL AND s.n <> ALL (surprising)
      ORDER BY s.account_id, s.key
      -- A key that has not expired is not claimed again.
      ON CONFLICT (account_id, key) DO UPDATE
        SET request_hash = excluded.request_hash, response = excluded.response, expires_at = excluded.expires_at
        WHERE k.expires_at <= at
      RETURNING account_id, key
    LOOP
      claimed := claimed || (claim.account_id || ' ' || claim.key);
    END LOOP;
    taken := array(
      SELECT s.is_affordable AND (s.key IS NULL OR s.account_id || ' ' || s.key = ANY (claimed))
      FROM unnest(account_ids, keys, affordable) AS s (account_id, key, is_affordable));
    judged := array(SELECT j FROM unnest(judged) j WHERE taken[j.number]);
  END IF;
  unforeseen := array(SELECT s.n = ANY (surprising) FROM generate_series(1, cardinality(account_ids)) s (n));
  IF cardinality(judged) = 0 THEN RETURN; END IF;

  INSERT INTO messages (id, account_id, send_type, message_class, sender, msisdn, body, encoding, parts,
    customer_message_id, rate_code, accepted_at, send_at, held_hosts, status, status_code, status_at, blocked_reason)
  SELECT id, account_id, send_type, message_class, sender, msisdn, coalesce(body, bodies[number]), encoding, parts,
    customer_message_id, rate_code, at, send_at, CASE WHEN reason IS NULL THEN string_to_array(hosts, ' ') ELSE '{}' END,
    CASE WHEN reason IS NULL THEN 'PENDING' ELSE 'BLOCKED' END::delivery_status,
    CASE WHEN reason IS NOT NULL THEN -1 END, CASE WHEN reason IS NOT NULL THEN at END, reason
  FROM unnest(judged);

  -- What is leased counts as tried once, and is perhaps with its network until its lease ends. What is due at once is
  -- due at its acceptance, by which dispatch knows that it is fresh.
  INSERT INTO message_queue (account_id, accepted_at, message_id, held, due_at, first_tried_at, unknown_since, attempts,
    encrypted_body, valid_until, carrier_id, delivery_window)
  SELECT account_id, at, id, due_at IS NULL,
    CASE WHEN is_leased THEN lease WHEN due_at IS NOT NULL THEN greatest(due_at, at) END,
    CASE WHEN is_leased THEN at END, CASE WHEN is_leased THEN at END, is_leased::int, encrypted_bodies[number],
    greatest(due_at, send_at, at) + validity_minutes * interval '1 minute', carrier_id, windows[number]
  FROM unnest(judged) WHERE reason IS NULL;

  INSERT INTO ledger_entries (id, account_id, kind, amount_micros, net_micros, gst_micros, message_id, send_type,
    rate_code, segments, created_at)
  SELECT ledger_id, account_id, 'deduction', -(net_micros + gst_micros), net_micros, gst_micros, id, send_type,
    billed_rate_code, parts, at
  FROM unnest(judged);
  INSERT INTO billing_days AS d (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
  SELECT account_id, billing_day, send_type, coalesce(billed_rate_code, ''), count(*), sum(parts), sum(net_micros),
    sum(gst_micros)
  FROM unnest(judged) GROUP BY account_id, send_type, coalesce(billed_rate_code, '')
  ON CONFLICT (account_id, day, send_type, rate_code) DO UPDATE SET
    messages = d.messages + excluded.messages, segments = d.segments + excluded.segments,
    net_micros = d.net_micros + excluded.net_micros, gst_micros = d.gst_micros + excluded.gst_micros;
  UPDATE accounts a SET balance_micros = a.balance_micros - d.micros
  FROM (
    SELECT account_id, sum(price)::bigint AS micros
    FROM unnest(account_ids, prices, taken) AS s (account_id, price, is_taken) WHERE is_taken GROUP BY account_id) d
  WHERE a.id = ANY (account_ids) AND a.id = d.account_id;

  IF cardinality(blocked) > 0 THEN
    INSERT INTO webhook_deliveries (id, account_id, kind, number, event_type, message_id, body, created_at, due_at)
    SELECT uuid_v7(at), j.account_id, e.kind, e.number,
      CASE WHEN e.number > 0 THEN CASE WHEN 'message.report' = ANY (e.event_types)
        THEN 'message.report' ELSE 'message.report.final' END::webhook_event END,
      j.id, report_body(j.id, 'BLOCKED', -1, at, NULL, NULL, j.customer_message_id, j.reason), at,
      CASE WHEN e.paused_at IS NULL THEN at END
    FROM unnest(judged) j CROSS JOIN LATERAL (
      SELECT * FROM webhook_endpoints e
      WHERE e.account_id = j.account_id AND (e.kind = 'report'
        OR e.kind = 'further' AND (e.shortcode IS NULL OR e.shortcode = j.sender)
          AND ('message.report' = ANY (e.event_types) OR 'message.report.final' = ANY (e.event_types)))
      OFFSET 0) e
    WHERE j.reason IS NOT NULL;
  END IF;
END $$;
