import { MAX_DAYS_AHEAD } from "@/lib/contracts/base/values";
import { GatewayError } from "@/lib/errors";
import { zoneOfNumber } from "@/lib/numbers/local-time";
import { checkWindow } from "@/lib/sms/check-window";
import { type DeliveryWindow, nextOpening } from "@/lib/sms/delivery-window";
import { NZ_ZONE } from "@/lib/sms/nz-time";
import { keepsQuietHours, type QuietHours, releaseTime } from "@/lib/sms/quiet-hours";

type SendType = "sms" | "otp" | "appointment";

/** When a message to a number may go out that is due at an instant; null where its window never opens. */
export type Opening = (message: { msisdn: string; sendType: SendType }, at: Date) => Date | null;

const DAY_MS = 86_400_000;

/**
 * When messages with a delivery window may go out (rules: delivery windows, night queue): the window and the night both hold.
 * The messages of a send share few times and zones, so that each is calculated once.
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
 * Refuses a window that says nothing (rules: delivery windows).
 * @throws GatewayError `invalid_parameter`.
 */
export function requireWindow(window: DeliveryWindow): void {
  const sentence = checkWindow(window);
  if (sentence !== undefined) throw new GatewayError("invalid_parameter", sentence);
}

/**
 * When a message goes out that is due at an instant.
 * @throws GatewayError `invalid_parameter` where its window never opens for it, or only after 90 days.
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
