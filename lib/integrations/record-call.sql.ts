import { CALLS_KEPT, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import { prepared, type Sql, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";

/** A call as it is kept: the first recipient with its middle masked, and how many there were. */
export type KeptCall = {
  accountId: number;
  kind: IntegrationKind;
  status: number;
  result: string;
  recipient: string | null;
  recipients: number;
  messageId: string | null;
};

/** Keeps a call, and deletes those beyond the last hundred of its integration. */
export function recordCallStatement(call: KeptCall, now: Date): Sql {
  return prepared(
    "record-integration-call",
    sql`
    with noted as (
      insert into integration_calls (id, account_id, kind, at, status, result, recipient, recipients, message_id)
      select ${newId()}::uuid, i.account_id, i.kind, ${now}::timestamptz, ${call.status}::smallint,
        ${call.result}::text, ${call.recipient}::text, ${call.recipients}::int,
        ${call.messageId}::uuid
      from integrations i where i.account_id = ${call.accountId} and i.kind = ${call.kind}::integration_kind
    )
    delete from integration_calls c
    where c.account_id = ${call.accountId} and c.kind = ${call.kind}::integration_kind
      and c.id <= (select id from integration_calls
        where account_id = ${call.accountId} and kind = ${call.kind}::integration_kind
        order by id desc offset ${CALLS_KEPT - 1}::int limit 1)`,
  );
}
