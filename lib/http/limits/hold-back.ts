import { setTimeout as sleep } from "node:timers/promises";
import { isGatewayError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { RateLimiter } from "@/lib/rate-limiter";

/** The rejections a second that an address gets without delay. */
export const PROMPT_REFUSALS = 100;

/** The delay of each further rejection. */
const HOLD_MS = 1_000;

/** The most rejections that a process holds back at the same time: each keeps its request in memory. */
export const MAX_HELD = 4_000;

/** The address of a request, and whether its credentials were right; `named` is null while they are unknown. */
export type RefusedCaller = { address: string; named: { isProven: boolean } | null };

type HeldRefusals = { prompt: RateLimiter; count: number };

const held = processWide<HeldRefusals>("gatewayHeldRefusals", () => ({
  prompt: new RateLimiter(PROMPT_REFUSALS),
  count: 0,
}));

/**
 * Delays the rejection of a caller that is not verified, if its address has had a hundred rejections in the last
 * second (rules: look-ups). Otherwise a program that sends wrong credentials as fast as it can would occupy the
 * processor with rejections alone. Verified callers of the API and of integrations are never delayed.
 * @param failure the error that the endpoint threw.
 * @param caller of the request; undefined if the endpoint did not look for one.
 * @param wait delays for the given milliseconds.
 */
export async function holdBack(
  failure: unknown,
  caller: RefusedCaller | undefined,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  if (!isGatewayError(failure) || ![401, 429].includes(failure.status)) return;
  if (!caller || caller.named?.isProven) return;
  const { prompt, count } = held.value;
  if (prompt.allows(caller.address, performance.now()) || count >= MAX_HELD) return;
  held.value.count++;
  try {
    await wait(HOLD_MS);
  } finally {
    held.value.count--;
  }
}
