import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Queryable } from "@/lib/db/client";
import { log } from "@/lib/log";
import type { HeldFor } from "@/lib/messages/dispatch/finish/finish.sql";
import {
  findParkedOnStatement,
  type NamedReport,
  settleUnknownStatement,
} from "@/lib/messages/dispatch/settle-unknown.sql";
import { likelyNumbers } from "@/lib/sms/numbers/written-forms";

/**
 * Settles messages that the carrier may have accepted, by reports that match no reference
 * (rules: possible duplicates). Each message is recorded as accepted under the report's reference, and is not
 * submitted again. The reports are already parked, so a failure here changes nothing.
 * @returns the references that are now recorded.
 */
export async function settleUnknown(
  db: Queryable,
  carrier: string,
  reports: readonly Pick<CarrierReport, "reference" | "msisdn" | "userReference">[],
): Promise<string[]> {
  const named = reports.flatMap(({ reference, msisdn, userReference = null }): NamedReport[] =>
    msisdn ? likelyNumbers(msisdn).map((likely) => ({ reference, msisdn: likely, userReference })) : [],
  );
  if (named.length === 0) return [];
  const settled = await db.query<{ reference: string }>(settleUnknownStatement(carrier, named));
  if (settled.length > 0)
    log().info({ carrier, messages: settled.length }, "reports settled messages with an unknown outcome");
  return settled.map(({ reference }) => reference);
}

/**
 * Settles messages by reports that were parked after the carrier may have received the messages, and before these
 * were held.
 */
export async function settleByParked(
  db: Queryable,
  carrier: string,
  held: readonly Pick<HeldFor, "msisdn" | "since">[],
): Promise<string[]> {
  if (held.length === 0) return [];
  return settleUnknown(db, carrier, await db.query<NamedReport>(findParkedOnStatement(carrier, held)));
}
