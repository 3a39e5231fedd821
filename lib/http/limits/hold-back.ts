import { setTimeout as sleep } from "node:timers/promises";
import { isGatewayError } from "@/lib/errors";
import { processWide } from "@/lib/process-wide";
import { RateLimiter } from "@/lib/rate-limiter";

/** Refusals a second that an address gets at once. */
export const PROMPT_REFUSALS = 100;

/** The delay of each further refusal. */
const HOLD_MS = 1_000;

/** Most refusals that a process holds back at the same time: each keeps its request in memory. */
export const MAX_HELD = 4_000;

/** The address of a request, and whether its credentials were right; `named` is null while they are unknown. */
export type RefusedCaller = { address: string; named: { isProven: boolean } | null };

type Held = { prompt: RateLimiter; count: number };

const held = processWide<Held>("gatewayHeldRefusals", () => ({
  prompt: new RateLimiter(PROMPT_REFUSALS),
  count: 0,
}));

/**
 * Delays the refusal of a caller that is not verified, if its address has had a hundred refusals in the last second
 * (rules: look-ups). A program that sends wrong credentials as fast as it can would otherwise take the processor from
 * others with refusals alone. Verified callers of the API and of integrations are never delayed.
 * @param failure what the endpoint threw.
 * @param caller of the request; undefined if the endpoint asked nothing about it.
 * @param wait delays for so many milliseconds.
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
