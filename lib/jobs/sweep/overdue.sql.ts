import { prepared, sql } from "@/lib/db/sql";

/** When the oldest of each queue is due, by the first entry of its partial index; what a worker holds is due later. */
export const overdueStatement = prepared(
  "overdue",
  sql`
  select (select min(due_at) from message_queue where due_at is not null) as dispatch,
    (select min(due_at) from webhook_deliveries where due_at is not null) as webhooks,
    (select min(due_at) from emails where due_at is not null) as emails`,
);
