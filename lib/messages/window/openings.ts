import { MAX_DAYS_AHEAD } from "@/lib/contracts/base/values";
import { GatewayError } from "@/lib/errors";
import { zoneOfNumber } from "@/lib/numbers/local-time";
import { checkWindow } from "@/lib/sms/check-window";
import { type DeliveryWindow, nextOpening } from "@/lib/sms/delivery-window";
import { NZ_ZONE } from "@/lib/sms/nz-time";
import { keepsQuietHours, type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

type SendType = "sms" | "otp" | "appointment";

/**
 * Returns the time at which a message to a number may be sent that is due at an instant; null if its window never
 * opens.
 */
export type Opening = (message: { msisdn: string; sendType: SendType }, at: Date) => Date | null;

const DAY_MS = 86_400_000;

/**
 * Returns a function for the times at which messages with a delivery window may be sent
 * (rules: delivery windows, night queue). Both the window and the night apply. The messages of a send have few
 * different times and zones, so each is computed once.
 */
export function openingsOf(window: DeliveryWindow, quiet: QuietHours): Opening {
  const known = new Map<string, Date | null>();
  return ({ msisdn, sendType }, at) => {
    const zone = window.localTime ? zoneOfNumber(msisdn) : NZ_ZONE;
    const keeps = keepsQuietHours(msisdn, sendType);
    const key = `${zone} ${keeps} ${at.getTime()}`;
    let opening = known.get(key);
    if (opening === undefined) {
      opening = nextOpening(window, zone, at, (instant) => (keeps ? releaseTime(instant, quiet) : null));
      known.set(key, opening);
    }
    return opening;
  };
}

/**
 * Rejects an invalid window (rules: delivery windows).
 * @throws GatewayError `invalid_parameter`.
 */
export function requireWindow(window: DeliveryWindow): void {
  const sentence = checkWindow(window);
  if (sentence !== undefined) throw new GatewayError("invalid_parameter", sentence);
}

/**
 * Returns the time at which a message is sent that is due at an instant.
 * @throws GatewayError `invalid_parameter` if its window never opens, or only after 90 days.
 */
export function requireOpening(
  opening: Opening,
  message: { msisdn: string; sendType: SendType },
  { at, now }: { at: Date; now: Date },
): Date {
  const opensAt = opening(message, at);
  if (opensAt === null)
    throw new GatewayError(
      "invalid_parameter",
      `The chosen hours are all in the night for ${message.msisdn}, when nothing is sent to New Zealand.`,
    );
  if (opensAt.getTime() - now.getTime() > MAX_DAYS_AHEAD * DAY_MS)
    throw new GatewayError(
      "invalid_parameter",
      `The chosen hours and days come for ${message.msisdn} only after ${MAX_DAYS_AHEAD} days.`,
    );
  return opensAt;
}
