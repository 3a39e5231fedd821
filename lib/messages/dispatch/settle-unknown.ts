import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Queryable } from "@/lib/db/client";
import { log } from "@/lib/log";
import type { HeldFor } from "@/lib/messages/dispatch/finish/finish.sql";
import {
  findParkedOnStatement,
  type Named,
  settleUnknownStatement,
} from "@/lib/messages/dispatch/settle-unknown.sql";
import { likelyNumbers } from "@/lib/sms/numbers/written-forms";

/**
 * Has reports that match no reference settle messages that the carrier perhaps took (rules: possible duplicates): each is
 * recorded as accepted under the report's reference, and is not submitted again. The reports are parked already, so
 * that what fails here leaves things as they are.
 * @returns the references that are recorded now.
 */
export async function settleUnknown(
  db: Queryable,
  carrier: string,
  reports: readonly Pick<CarrierReport, "reference" | "msisdn" | "userReference">[],
): Promise<string[]> {
  const named = reports.flatMap(({ reference, msisdn, userReference = null }): Named[] =>
    msisdn ? likelyNumbers(msisdn).map((likely) => ({ reference, msisdn: likely, userReference })) : [],
  );
  if (named.length === 0) return [];
  const settled = await db.query<{ reference: string }>(settleUnknownStatement(carrier, named));
  if (settled.length > 0)
    log().info({ carrier, messages: settled.length }, "reports tell of messages of unknown outcome");
  return settled.map(({ reference }) => reference);
}

/** The same by reports that were parked since the carrier may have got the messages, and before these were held. */
export async function settleByParked(
  db: Queryable,
  carrier: string,
  held: readonly Pick<HeldFor, "msisdn" | "since">[],
): Promise<string[]> {
  if (held.length === 0) return [];
  return settleUnknown(db, carrier, await db.query<Named>(findParkedOnStatement(carrier, held)));
}
