import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { Queryable } from "@/lib/db/client";
import { inChangeTurn, turnOfAccount } from "@/lib/db/locks/caller-turns";
import { dropOldCallsStatement, recordCallStatement } from "@/lib/integrations/record-call.sql";
import { describeError, log } from "@/lib/log";

/** A call of an integration as its account sees it. */
export type IntegrationCall = {
  accountId: number;
  kind: IntegrationKind;
  /** The HTTP status of its answer, or the SMTP reply code. */
  status: number;
  /** The result, in words without a message's text and without credentials. */
  result: string;
  /** The recipients in the form of addresses, if they can be read. */
  recipients: readonly string[];
  /** The first message that it created. */
  messageId: string | null;
};

/** Longest result that is kept, in characters. */
const RESULT_MAX = 300;

/**
 * Records a call, and deletes those beyond the last hundred of its integration (rules: integration calls). It never
 * throws: the call has had its effect, and its response goes out even if the record cannot be written.
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
    const kept = { ...call, ...values, recipients: call.recipients.length };
    await inChangeTurn(db, turnOfAccount(call.accountId), async () => {
      await db.query(recordCallStatement(kept, now));
      await db.query(dropOldCallsStatement(call));
    });
  } catch (error) {
    log().warn({ err: describeError(error), kind: call.kind }, "a call of an integration was not recorded");
  }
}

/** Returns a number with its middle masked: `6421••••567`. Another text is not shown at all. */
export function maskNumber(msisdn: string): string {
  if (!/^\d{6,15}$/.test(msisdn)) return "not a number";
  const [first, last] = msisdn.length < 10 ? [2, 1] : [4, 3];
  return `${msisdn.slice(0, first)}${"•".repeat(msisdn.length - first - last)}${msisdn.slice(-last)}`;
}

/** Returns a text with everything masked that may be a number, in any notation. */
function maskNumbers(text: string): string {
  return text.replace(/\d(?:[\s()./-]*\d){4,}/g, "•••••");
}
