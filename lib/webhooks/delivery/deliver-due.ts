import type { Database } from "@/lib/db/client";
import { TIMEOUT_MS } from "@/lib/webhooks/delivery/post";
import { type PumpOptions, WebhookPump } from "@/lib/webhooks/delivery/pump";

/** How long a run waits for an attempt to end before it looks for events that have become due meanwhile. */
const LOOK_AGAIN_MS = 200;

/** After so long a run begins no more attempts: platforms that run requests give each a limited time. */
const BEGIN_FOR_MS = 5_000;

/** Endpoints that answer do not wait meanwhile for those that hang: for so long a run goes on with the former. */
const BEGIN_ANSWERING_FOR_MS = BEGIN_FOR_MS + TIMEOUT_MS;

/**
 * Delivers webhook events until none is due, or for some seconds, and waits for the attempts it has begun. It
 * is for a process that must have done its work when it answers.
 * @param clock the present instant, asked again and again.
 * @param elapsed milliseconds of a clock that only goes forward, which the run's length goes by.
 * @returns whether events may still be due, when the next one is, and how many endpoints were paused.
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
