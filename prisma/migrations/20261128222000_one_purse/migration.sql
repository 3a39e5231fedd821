-- One row holds the balance of an account again. It may be run again after it was applied.
-- One statement is one transaction: the money moves and its tables are dropped, or nothing changes.
DO $$
BEGIN
  IF to_regclass('account_pockets') IS NOT NULL THEN
    -- The guard of a move would refuse or drop the change of an account that moves to another cell.
    IF EXISTS (
      SELECT FROM move_fence f JOIN accounts a ON a.id = ANY(f.accounts)
      WHERE a.pockets > 1 OR EXISTS (SELECT FROM pocket_days d WHERE d.account_id = a.id)
    ) THEN
      RAISE EXCEPTION 'An account with pockets is being moved to another cell. Finish or undo its move with the earlier version first.';
    END IF;

    UPDATE accounts a SET balance_micros = a.balance_micros + p.micros
    FROM (SELECT account_id, sum(balance_micros)::bigint AS micros FROM account_pockets GROUP BY account_id) p
    WHERE a.id = p.account_id AND p.micros <> 0;

    -- Sums below zero, of reversals, can be added to a row only. The first insert makes the rows.
    INSERT INTO billing_days (account_id, day, send_type, rate_code, messages, segments, net_micros, gst_micros)
    SELECT DISTINCT account_id, day, send_type, rate_code, 0, 0, 0, 0 FROM pocket_days
    ON CONFLICT (account_id, day, send_type, rate_code) DO NOTHING;
    UPDATE billing_days d SET messages = d.messages + p.messages, segments = d.segments + p.segments,
      net_micros = d.net_micros + p.net_micros, gst_micros = d.gst_micros + p.gst_micros
    FROM (
      SELECT account_id, day, send_type, rate_code, sum(messages) AS messages, sum(segments) AS segments,
        sum(net_micros) AS net_micros, sum(gst_micros) AS gst_micros
      FROM pocket_days GROUP BY account_id, day, send_type, rate_code) p
    WHERE d.account_id = p.account_id AND d.day = p.day AND d.send_type = p.send_type AND d.rate_code = p.rate_code;

    DROP TABLE account_pockets;
    DROP TABLE pocket_days;
    -- Its check goes with it.
    ALTER TABLE accounts DROP COLUMN pockets;
    DROP FUNCTION account_is_active(integer);
  END IF;
END $$;
