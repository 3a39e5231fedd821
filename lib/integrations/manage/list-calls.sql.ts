import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationCallRecord } from "@/lib/contracts/members/integrations";
import { type Sql, sql } from "@/lib/db/sql";
import { leftJoinMessage } from "@/lib/queue/message-queue.sql";

/** A call of an integration. */
export type CallRow = Omit<IntegrationCallRecord, "at"> & { at: Date };

/**
 * Reads a page of an integration's calls, newest first, as `CallRow`. The id of a deleted message is left out, since
 * it leads to no page.
 */
export function callsStatement(
  accountId: number,
  kind: IntegrationKind,
  { page, limit }: { page: number; limit: number },
): Sql {
  return sql`
    select c.id, c.at, c.status, c.result, c.recipient, c.recipients, case when m.account_id = c.account_id then m.id end as "messageId"
    from integration_calls c
    ${leftJoinMessage(sql`c.message_id`)}
    where c.account_id = ${accountId} and c.kind = ${kind}::integration_kind
    order by c.id desc limit ${limit} offset ${(page - 1) * limit}`;
}

/** Counts the stored calls of an integration, as `count`. */
export function countCallsStatement(accountId: number, kind: IntegrationKind): Sql {
  return sql`
    select count(*)::int as count from integration_calls
    where account_id = ${accountId} and kind = ${kind}::integration_kind`;
}
