-- An account moves between cells. Where there is one, all of this stays empty. It may be run again after it was applied, as one
-- is whose record a server that was killed did not write.
-- CreateTable
CREATE TABLE IF NOT EXISTS "account_move" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "move" UUID NOT NULL,
    "accounts" INTEGER[] NOT NULL,
    "from_cell" SMALLINT NOT NULL,
    "to_cell" SMALLINT NOT NULL,
    "state" TEXT NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_move_pkey" PRIMARY KEY ("id"),
    -- What Prisma's schema language cannot say.
    CONSTRAINT "account_move_one" CHECK ("id" = 1),
    CONSTRAINT "account_move_state_check" CHECK ("state" IN ('copying', 'committing', 'reopening', 'moved')),
    CONSTRAINT "account_move_cells_check" CHECK ("from_cell" <> "to_cell"),
    CONSTRAINT "account_move_accounts_check" CHECK (cardinality("accounts") BETWEEN 1 AND 1000)
);

-- CreateTable
CREATE TABLE IF NOT EXISTS "moved_accounts" (
    "account_id" INTEGER NOT NULL,
    "cell" SMALLINT NOT NULL,
    "left_cells" SMALLINT[] NOT NULL,
    "moved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "moved_accounts_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE INDEX IF NOT EXISTS "moved_accounts_moved_at_idx" ON "moved_accounts"("moved_at");

-- CreateTable
CREATE TABLE IF NOT EXISTS "move_fence" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "move" UUID NOT NULL,
    "accounts" INTEGER[] NOT NULL,
    "state" TEXT NOT NULL,
    "held_until" TIMESTAMPTZ(3),

    CONSTRAINT "move_fence_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "move_fence_one" CHECK ("id" = 1),
    CONSTRAINT "move_fence_state_check" CHECK ("state" IN ('leaving', 'arriving', 'closed')),
    CONSTRAINT "move_fence_held_check" CHECK ("held_until" IS NULL OR "state" = 'leaving')
);

-- CreateTable
CREATE TABLE IF NOT EXISTS "move_changes" (
    "id" BIGSERIAL NOT NULL,
    "table_name" TEXT NOT NULL,
    "key" JSONB NOT NULL,

    CONSTRAINT "move_changes_pkey" PRIMARY KEY ("id")
);

-- What the triggers call that a move puts on the tables of an account, for as long as it is under way (rules: moving an account).
-- Their arguments: how the account of a row is found, what happens to a change behind the fence, the table, and its key.
-- Who moves the account passes by `gateway.moving`.
CREATE OR REPLACE FUNCTION guard_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
  owner int;
  fence move_fence;
  has_passed boolean;
  at_key text;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  IF current_setting('gateway.moving', true) = 'on' THEN RETURN changed; END IF;
  SELECT * INTO fence FROM move_fence WHERE id = 1;
  IF NOT FOUND THEN RETURN changed; END IF;
  CASE TG_ARGV[0]
    WHEN 'message' THEN SELECT m.account_id INTO owner FROM messages m WHERE m.id = changed.message_id;
    WHEN 'key' THEN SELECT k.account_id INTO owner FROM api_keys k WHERE k.id = changed.api_key_id;
    WHEN 'event' THEN SELECT d.account_id INTO owner FROM webhook_deliveries d WHERE d.id = changed.delivery_id;
    WHEN 'list' THEN SELECT l.account_id INTO owner FROM contact_lists l WHERE l.id = changed.list_id;
    WHEN 'import' THEN SELECT i.account_id INTO owner FROM contact_imports i WHERE i.id = changed.import_id;
    WHEN 'payment' THEN SELECT p.account_id INTO owner FROM card_payments p WHERE p.id = changed.payment_id;
    WHEN 'id' THEN owner := changed.id;
    ELSE owner := changed.account_id;
  END CASE;
  IF owner IS NULL OR NOT owner = ANY(fence.accounts) THEN RETURN changed; END IF;
  has_passed := current_setting('gateway.fence', true) = fence.move::text;
  IF fence.state = 'leaving' AND (has_passed OR fence.held_until IS NULL OR fence.held_until <= clock_timestamp()) THEN
    -- Who closes the fence waits for whoever has passed it; who comes while it closes waits here, and sees what it has become.
    SELECT * INTO fence FROM move_fence WHERE id = 1 FOR KEY SHARE;
    IF NOT FOUND THEN RETURN changed; END IF;
    IF fence.state = 'leaving' AND (has_passed OR fence.held_until IS NULL OR fence.held_until <= clock_timestamp()) THEN
      -- A transaction has passed as a whole.
      IF has_passed IS NOT TRUE THEN PERFORM set_config('gateway.fence', fence.move::text, true); END IF;
      FOREACH at_key IN ARRAY CASE WHEN TG_OP = 'UPDATE' THEN ARRAY['old', 'new'] ELSE ARRAY['new'] END LOOP
        IF at_key = 'old' AND to_jsonb(OLD) @> (
          SELECT jsonb_object_agg(k, to_jsonb(NEW) -> k) FROM unnest(string_to_array(TG_ARGV[3], ' ')) k) THEN CONTINUE; END IF;
        INSERT INTO move_changes (table_name, key)
        SELECT TG_ARGV[2], jsonb_object_agg(k, (CASE at_key WHEN 'old' THEN to_jsonb(OLD) ELSE to_jsonb(changed) END) -> k)
        FROM unnest(string_to_array(TG_ARGV[3], ' ')) k;
      END LOOP;
      RETURN changed;
    END IF;
  END IF;
  -- Behind the fence. What workers change waits for them in the other cell; everybody else is sent there.
  IF TG_ARGV[1] = 'derived' OR (TG_OP <> 'INSERT' AND (TG_ARGV[1] = 'worked' OR fence.state = 'arriving')) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'The account moves to another cell.' USING ERRCODE = '40M01';
END $$;

-- Who moves an account writes the attempts that were kept as they are.
DROP TRIGGER IF EXISTS webhook_attempt_kept ON "webhook_deliveries";
CREATE TRIGGER webhook_attempt_kept AFTER UPDATE OF attempted_at ON "webhook_deliveries" FOR EACH ROW
  WHEN (OLD.attempted_at IS NOT NULL AND NEW.attempted_at IS DISTINCT FROM OLD.attempted_at
    AND current_setting('gateway.moving', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION keep_webhook_attempt();

-- One command moves accounts at a time.
INSERT INTO "lock_rows" ("kind", "slot") VALUES ('account_move', 0) ON CONFLICT DO NOTHING;
