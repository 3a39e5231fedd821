import type { CarrierInbound } from "@/lib/carriers/inbound";
import type { SimulatedInboundRequest, SimulatedInboundResponse } from "@/lib/contracts/gateway/simulator";
import { requireAfterCommit } from "@/lib/db/after-commit";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { receiveBatch } from "@/lib/inbound/receive";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { toGsm7 } from "@/lib/sms/text/encoding";

const CARRIER = "simulator";

/**
 * Sends a message from a handset of the simulated network to a shortcode of the account (rules: simulator). As on any
 * network, the shortcode decides the account of the message. An account may therefore use only handsets whose
 * messages would be its own. On its own shortcode these are all handsets, and on a shared one those that it was the
 * last to send to. An administrator may use any. One statement checks this and stores the message.
 * @returns the message's id.
 * @throws GatewayError `invalid_parameter` for a text that is no number, and for a shortcode that is not the
 * account's; `forbidden` for a handset that the account cannot use.
 */
export async function simulateInbound(
  db: Database,
  accountId: number,
  { from, to, body }: SimulatedInboundRequest,
  now: Date,
): Promise<SimulatedInboundResponse> {
  if (normaliseMsisdn(from) === null) {
    throw new GatewayError(
      "invalid_parameter",
      "Parameter 'from' must be a phone number of 6 to 15 digits in international form.",
    );
  }
  const [account, shortcode] = await Promise.all([
    db.prisma.account.findUnique({ where: { id: accountId }, select: { isAdmin: true } }),
    db.prisma.shortcode.findUnique({
      where: { number: to.trim(), active: true, OR: [{ ownerId: null }, { ownerId: accountId }] },
      select: { number: true },
    }),
  ]);
  if (!account || !shortcode) {
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
  const onlyFor = account.isAdmin ? null : accountId;
  const { stored: count } = await receiveBatch(db, { carrier: CARRIER, messages: [message], onlyFor }, now);
  if (count === 0) throw notLastSender(shortcode.number);
  const stored = await requireAfterCommit(() =>
    db.prisma.inboundMessage.findUnique({
      where: { carrier_carrierReference: { carrier: CARRIER, carrierReference: reference } },
      select: { id: true },
    }),
  );
  if (!stored) throw new Error("A message from the simulated network was not stored.");
  return { success: true, messageId: stored.id };
}

function notLastSender(shortcode: string): GatewayError {
  return new GatewayError(
    "forbidden",
    `A handset writes for the account that was the last to send to it from ${shortcode}. Send to it first.`,
  );
}
