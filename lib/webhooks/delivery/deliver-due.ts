import type { Database } from "@/lib/db/client";
import { TIMEOUT_MS } from "@/lib/webhooks/delivery/post";
import { type PumpOptions, WebhookPump } from "@/lib/webhooks/delivery/pump";

/** The longest wait for the end of an attempt before the run looks for newly due events. */
const LOOK_AGAIN_MS = 200;

/** The time after which a run begins no more attempts: serverless platforms limit the time of a request. */
const BEGIN_FOR_MS = 5_000;

/**
 * The time in which a run still begins attempts at answering endpoints, so that they do not wait for hanging ones.
 */
const BEGIN_ANSWERING_FOR_MS = BEGIN_FOR_MS + TIMEOUT_MS;

/**
 * Delivers webhook events until none is due, or for some seconds, and waits for its attempts. It is for a process
 * that must have finished its work when it answers.
 * @param clock returns the current time at each call.
 * @param elapsed returns the milliseconds of a monotonic clock, which limits the run.
 * @returns whether events may still be due, the time of the next due event, and the number of paused endpoints.
 */
export async function deliverDue(
  db: Database,
  options: Omit<PumpOptions, "onEnd">,
  clock: () => Date,
  elapsed: () => number = () => performance.now(),
): Promise<{ more: boolean; nextAt: Date | null; paused: number }> {
  let ended = () => {};
  const pump = new WebhookPump(db, { ...options, onEnd: () => ended() });
  const wait = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_AGAIN_MS);
      ended = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  let paused = 0;
  const startedAt = elapsed();
  const [endAt, answeringEndAt] = [startedAt + BEGIN_FOR_MS, startedAt + BEGIN_ANSWERING_FOR_MS];
  while (elapsed() < endAt) {
    const { begun, nextAt, ...ticked } = await pump.tick(clock());
    paused += ticked.paused;
    if (begun === 0 && pump.isIdle) return { more: false, nextAt, paused };
    await wait();
  }
  while (!pump.isIdle) {
    const ticked =
      elapsed() < answeringEndAt
        ? await pump.tick(clock(), { onlyAnswering: true })
        : { paused: await pump.record(clock()) };
    paused += ticked.paused;
    if (!pump.isIdle) await wait();
  }
  return { more: true, nextAt: null, paused };
}
