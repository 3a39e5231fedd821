-- Each leased message has its lease in its own row of the queue. What a server was handing over gets the lease that it had
-- together with others.
UPDATE "message_queue" u SET "due_at" = l."until"
FROM (
  SELECT "until", "accepted_at", unnest("account_ids") AS "account_id", unnest("message_ids") AS "message_id"
  FROM "queue_leases") l
WHERE u."account_id" = l."account_id" AND u."accepted_at" = l."accepted_at" AND u."message_id" = l."message_id"
  AND u."due_at" IS NULL;

-- DropTable
DROP TABLE "queue_leases";

-- A move that a killed command left has its guard on the queue without this.
DROP FUNCTION lease_by_row() CASCADE;
