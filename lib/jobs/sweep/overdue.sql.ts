import { prepared, sql } from "@/lib/db/sql";
import { NEXT_DUE } from "@/lib/queue/message-queue.sql";

/**
 * Reads the earliest due time of each queue, from the first entry of its partial index. A row that a worker has
 * leased is due later.
 */
export const overdueStatement = prepared(
  "overdue",
  sql`
  select ${NEXT_DUE} as dispatch,
    least((select min(due_at) from auto_replies where due_at is not null),
      (select min(due_at) from rule_actions where due_at is not null)) as replies,
    (select min(due_at) from webhook_deliveries where due_at is not null) as webhooks,
    (select min(due_at) from emails where due_at is not null) as emails`,
);
