import { GatewayError } from "@/lib/errors";

/** The time of a send, and the parameter with the time, which errors name. */
export type SendTime = { sendAt: Date | undefined; timeParameter: "sendAt" | "schedule" };

/**
 * Returns the time of a send from its two parameters (rules: scheduled sends); undefined for an immediate send.
 * @throws GatewayError `invalid_parameter` if they name different seconds.
 */
export function sendTimeOf(request: { sendAt?: Date | undefined; schedule?: Date | undefined }): SendTime {
  const { sendAt, schedule } = request;
  if (schedule === undefined) return { sendAt, timeParameter: "sendAt" };
  if (sendAt === undefined) return { sendAt: schedule, timeParameter: "schedule" };
  if (Math.floor(sendAt.getTime() / 1_000) === schedule.getTime() / 1_000)
    return { sendAt, timeParameter: "sendAt" };
  throw new GatewayError(
    "invalid_parameter",
    "Parameters 'sendAt' and 'schedule' are different times. Send one of them.",
  );
}
