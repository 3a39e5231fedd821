import { CALLS_KEPT, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { Queryable } from "@/lib/db/client";
import { prepared, sql } from "@/lib/db/sql";
import { newId } from "@/lib/ids";
import { describeError, log } from "@/lib/log";

/** A call of an integration as its account sees it. */
export type IntegrationCall = {
  accountId: number;
  kind: IntegrationKind;
  /** The HTTP status of its answer, or the SMTP reply code. */
  status: number;
  /** What came of it, in words without a message's text and without credentials. */
  result: string;
  /** As they are addressed, where they can be. */
  recipients: readonly string[];
  /** The first message it made. */
  messageId: string | null;
};

/** Longest result that is kept, in characters. */
const RESULT_MAX = 300;

/**
 * Remembers a call, and forgets those beyond the last hundred of its integration (rules: integration calls). It never
 * throws: what was done is done, and its answer goes out whether or not the note of it can be written.
 */
export async function recordCall(db: Queryable, call: IntegrationCall, now: Date): Promise<void> {
  const [first] = call.recipients;
  const values = {
    result: maskNumbers(
      [...call.result.replace(/\p{Cc}+/gu, " ").toWellFormed()].slice(0, RESULT_MAX).join(""),
    ),
    recipient: first === undefined ? null : maskNumber(first),
  };
  try {
    await db.query(
      prepared(
        "record-integration-call",
        sql`
        with noted as (
          insert into integration_calls (id, account_id, kind, at, status, result, recipient, recipients, message_id)
          select ${newId()}::uuid, i.account_id, i.kind, ${now}::timestamptz, ${call.status}::smallint,
            ${values.result}::text, ${values.recipient}::text, ${call.recipients.length}::int,
            ${call.messageId}::uuid
          from integrations i where i.account_id = ${call.accountId} and i.kind = ${call.kind}::integration_kind
        )
        delete from integration_calls c
        where c.account_id = ${call.accountId} and c.kind = ${call.kind}::integration_kind
          and c.id <= (select id from integration_calls
            where account_id = ${call.accountId} and kind = ${call.kind}::integration_kind
            order by id desc offset ${CALLS_KEPT - 1}::int limit 1)`,
      ),
    );
  } catch (error) {
    log().warn({ err: describeError(error), kind: call.kind }, "a call of an integration was not noted");
  }
}

/** A number with its middle masked: `6421••••567`. What is no number is not shown at all. */
export function maskNumber(msisdn: string): string {
  if (!/^\d{6,15}$/.test(msisdn)) return "not a number";
  const [first, last] = msisdn.length < 10 ? [2, 1] : [4, 3];
  return `${msisdn.slice(0, first)}${"•".repeat(msisdn.length - first - last)}${msisdn.slice(-last)}`;
}

/** A text with whatever may be a number in it masked, however it is written. */
function maskNumbers(text: string): string {
  return text.replace(/\d(?:[\s()./-]*\d){4,}/g, "•••••");
}
