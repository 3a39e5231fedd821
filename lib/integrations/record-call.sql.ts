import { CALLS_KEPT, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import { prepared, type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";

/** A call as it is stored: the first recipient with its middle masked, and the number of recipients. */
export type KeptCall = {
  accountId: number;
  kind: IntegrationKind;
  status: number;
  result: string;
  recipient: string | null;
  recipients: number;
  messageId: string | null;
};

/** Inserts a call. */
export function recordCallStatement(call: KeptCall, now: Date): Sql {
  return prepared(
    "record-integration-call",
    sql`
    insert into integration_calls (id, account_id, kind, at, status, result, recipient, recipients, message_id)
    select ${newId()}::uuid, i.account_id, i.kind, ${now}::timestamptz, ${call.status}::smallint,
      ${call.result}::text, ${call.recipient}::text, ${call.recipients}::int,
      ${call.messageId}::uuid
    from integrations i where i.account_id = ${call.accountId} and i.kind = ${call.kind}::integration_kind`,
  );
}

/** Deletes the calls beyond the last hundred of an integration. */
export function dropOldCallsStatement({ accountId, kind }: Pick<KeptCall, "accountId" | "kind">): Sql {
  return prepared(
    "drop-integration-calls",
    sql`
    delete from integration_calls c
    where c.account_id = ${accountId} and c.kind = ${kind}::integration_kind
      and c.id <= (select id from integration_calls
        where account_id = ${accountId} and kind = ${kind}::integration_kind
        order by id desc offset ${CALLS_KEPT}::int limit 1)`,
  );
}
