import type { SimulatedInboundRequest, SimulatedInboundResponse } from "@/lib/contracts/simulator";
import type { Database } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { CarrierInbound } from "@/lib/inbound/carrier-inbound";
import { receive } from "@/lib/inbound/receive";
import { toGsm7 } from "@/lib/sms/encoding";
import { normaliseMsisdn } from "@/lib/sms/msisdn";

const CARRIER = "simulator";

/**
 * Has a handset of the simulated network send a message to a shortcode that the account may send from. Like on any
 * network, whose message that is follows from the shortcode, not from who asks.
 * @returns its id, and whether an e-mail tells of it, for which the job `emails` is to be woken.
 * @throws GatewayError `invalid_parameter` for a number that is none, and a shortcode that is not the account's.
 */
export async function simulateInbound(
  db: Database,
  accountId: number,
  { from, to, body }: SimulatedInboundRequest,
  now: Date,
): Promise<SimulatedInboundResponse & { emailed: boolean }> {
  if (normaliseMsisdn(from) === null) {
    throw new GatewayError(
      "invalid_parameter",
      "Parameter 'from' must be a phone number of 6 to 15 digits in international form.",
    );
  }
  const [shortcode] = await db.query<{ number: string }>(sql`
    select number from shortcodes
    where number = ${to.trim()} and active and (owner_id is null or owner_id = ${accountId})`);
  if (!shortcode) {
    throw new GatewayError("invalid_parameter", "Parameter 'to' must be a shortcode of this account.");
  }
  const reference = newId();
  const message: CarrierInbound = {
    reference,
    from,
    to: shortcode.number,
    body,
    encoding: toGsm7(body) === body ? "GSM-7" : "UCS-2",
    network: null,
    receivedAt: now,
  };
  const { emailed } = await receive(db, CARRIER, [message], now);
  const [stored] = await db.query<{ id: string }>(sql`
    select id from inbound_messages where carrier = ${CARRIER} and carrier_reference = ${reference}`);
  if (!stored) throw new Error("A message from the simulated network was not stored.");
  return { success: true, messageId: stored.id, emailed: emailed > 0 };
}
