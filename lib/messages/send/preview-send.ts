import type { SendResponse } from "@/lib/contracts/gateway/send";
import { FAILURES_NAMED, type PreviewSendRequest, type SendPreview } from "@/lib/contracts/members/send";
import { resolveRecipients } from "@/lib/messages/merge/list-recipients";
import { estimateSend } from "@/lib/messages/send/estimate";
import { send } from "@/lib/messages/send/send";
import type { SendContext } from "@/lib/messages/send/send-context";
import {
  countriesOf,
  goingOut,
  partsOf,
  readBulk,
  toGoesOut,
  wouldCharge,
} from "@/lib/messages/send/send-summary";
import { toDecimal } from "@/lib/money";
import { formatNz } from "@/lib/sms/nz-time";
import { MAX_PARTS } from "@/lib/sms/text/segments";

/**
 * Previews a send (rules: members area sends). It is sent in the sandbox, so that prices, texts and errors are those
 * of a real send. An estimate adds the numbers that the sandbox does not return.
 * @throws GatewayError 400 and 403 like a send, but never for an insufficient balance.
 */
export async function previewSend(context: SendContext, asked: PreviewSendRequest): Promise<SendPreview> {
  const { lists: _, ...plain } = asked;
  const { to, fields, leftOut } = await resolveRecipients(
    context.db,
    context.caller.accountId,
    asked,
    context.rules.maxRecipients,
  );
  const request = { ...plain, to, fields, fragmentationLimit: MAX_PARTS, sandbox: true };
  const { messages, failures, failed, first } = readBulk(await send(context, request, null));
  const estimate = await estimateSend(context, messages, asked.sendAt);
  const { optedOut, cannotReceive, heldDomains, queued, nightEndsAt, balanceMicros } = estimate;
  const going = await goingOut(messages, asked, { quiet: context.rules.quiet, now: context.now });
  const priceMicros = wouldCharge(messages);
  return {
    total: to.length,
    leftOut,
    failed,
    failures: failures.slice(0, FAILURES_NAMED),
    sender: first?.from ?? "",
    ...partsOf(messages),
    text: first?.sandbox_message ?? "",
    price: toDecimal(priceMicros),
    balance: toDecimal(balanceMicros),
    covered: priceMicros <= balanceMicros,
    optedOut,
    cannotReceive,
    heldDomains,
    goesOut: toGoesOut(going),
    localTimes: asked.sendAt && asked.localTime && !going ? await elsewhere(messages, asked.sendAt) : [],
    night: nightEndsAt && queued > 0 && !going ? { messages: queued, until: formatNz(nightEndsAt) } : null,
  };
}

/** The most countries that are named. */
const COUNTRIES_NAMED = 5;

const names = new Intl.DisplayNames(["en-NZ"], { type: "region" });

/** Returns the countries whose recipients get it at another instant than New Zealand. */
async function elsewhere(
  messages: readonly SendResponse[],
  sendAt: Date,
): Promise<SendPreview["localTimes"]> {
  const countries = await countriesOf(messages, sendAt);
  return countries
    .filter(({ at }) => at.getTime() !== sendAt.getTime())
    .slice(0, COUNTRIES_NAMED)
    .map(({ country, at, messages: many }) => ({
      country: (country === null ? undefined : names.of(country)) ?? "Elsewhere",
      messages: many,
      at: formatNz(at),
    }));
}
