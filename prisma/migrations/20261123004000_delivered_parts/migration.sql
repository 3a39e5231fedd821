-- Long messages whose last part was delivered stayed among those under way: they are not.
DELETE FROM "message_queue" q USING "messages" m
WHERE m."id" = q."message_id" AND q."parts_left" IS NOT NULL AND q."due_at" IS NULL
  AND m."status" IN ('DELIVRD', 'UNDELIV', 'FAILED', 'DELETED', 'NACKED', 'BLOCKED');
