import { MAX_DAYS_AHEAD } from "@/lib/contracts/base/values";
import { GatewayError } from "@/lib/errors";
import { localTimes } from "@/lib/numbers/local-time";
import { mapInSlices } from "@/lib/parsing/map-in-slices";

const DAY_MS = 86_400_000;

/** The numbers that are read without a break: each takes tens of microseconds. */
const SLICE = 100;

/**
 * Returns the start times of messages (rules: scheduled sends, recipient time): now, one time for all, or the time on
 * each recipient's clock.
 * @returns a function from a number of the request to the instant.
 * @throws GatewayError `invalid_parameter` for a time that has passed or is too far ahead.
 */
export async function startTimes(
  {
    sendAt,
    timeParameter = "sendAt",
    localTime = false,
  }: { sendAt?: Date | undefined; timeParameter?: string; localTime?: boolean },
  msisdns: readonly string[],
  now: Date,
): Promise<(msisdn: string) => Date> {
  if (sendAt === undefined) return () => now;
  if (!localTime) {
    requireSendTime(sendAt, now, timeParameter);
    return () => sendAt;
  }
  const timeOf = localTimes(sendAt);
  const times = await mapInSlices(msisdns, SLICE, (msisdn): [string, Date] => {
    const { at } = timeOf(msisdn);
    if (at <= now)
      throw new GatewayError(
        "invalid_parameter",
        `Parameter 'sendAt' has already passed where ${msisdn} is. Choose a later time.`,
      );
    requireSendTime(at, now, timeParameter);
    return [msisdn, at];
  });
  const byNumber = new Map(times);
  return (msisdn) => byNumber.get(msisdn) ?? sendAt;
}

/**
 * Rejects a time that a message cannot be scheduled for (rules: scheduled sends).
 * @throws GatewayError `invalid_parameter`.
 */
function requireSendTime(sendAt: Date, now: Date, parameter: string): void {
  const ahead = sendAt.getTime() - now.getTime();
  if (ahead <= 0)
    throw new GatewayError("invalid_parameter", `Parameter '${parameter}' must be in the future.`);
  if (ahead > MAX_DAYS_AHEAD * DAY_MS) {
    throw new GatewayError(
      "invalid_parameter",
      `Parameter '${parameter}' must be at most ${MAX_DAYS_AHEAD} days ahead.`,
    );
  }
}
