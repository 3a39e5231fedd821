import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { Latencies } from "@/bench/lib/load/latencies";
import { recipient, type Sender } from "@/bench/lib/load/requests";

/** The figures of a customer who asks at an even pace. */
export type Met = { answered: number; refused: number; p50Ms: number; p99Ms: number; maxMs: number };

/** The n-th request: a path and its parameters, or the cookie of a session that reads. */
export type Asked = (n: number) => { path: string; parameters?: object; cookie?: string };

/** Single messages. */
export const SENDS: Asked = (n) => ({
  path: "/gateway/sms/out",
  parameters: { to: recipient(n), body: "Kia ora", messageClass: "transactional" },
});

/** Number look-ups and counts of messages in, in turn. */
export const READS: Asked = (n) =>
  n % 2 === 0
    ? { path: "/gateway/number/lookup", parameters: { number: recipient(n) } }
    : { path: "/gateway/mo/query", parameters: {} };

/** The list of messages, as the Members Area shows it. */
export const listsBy =
  (cookie: string): Asked =>
  () => ({ path: "/api/members/messages?limit=25", cookie });

/** How often to ask, for how long, and for what. */
export type Pace = { perSecond: number; seconds: number; asked: Asked };

const CONNECTIONS = 64;
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Asks at an even pace, whether or not earlier requests are answered. Latency counts from the moment that a
 * request was due, so that a server which stands still shows it.
 */
export async function runPaced(
  port: number,
  { token }: Sender,
  { perSecond, seconds, asked }: Pace,
): Promise<Met> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS });
  const latencies = new Latencies();
  let refused = 0;
  const ask = async (n: number, dueAt: number) => {
    try {
      const { path, parameters, cookie } = asked(n);
      const sent =
        cookie === undefined
          ? {
              method: "POST",
              headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
              body: JSON.stringify(parameters),
            }
          : { method: "GET", headers: { cookie } };
      const { statusCode, body } = await pool.request({
        path,
        bodyTimeout: ANSWER_TIMEOUT_MS,
        headersTimeout: ANSWER_TIMEOUT_MS,
        ...sent,
      });
      await body.dump();
      if (statusCode !== 200) refused++;
    } catch {
      refused++;
    }
    latencies.record(performance.now() - dueAt);
  };
  const startedAt = performance.now();
  const made: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const dueAt = startedAt + (n * 1000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early);
    made.push(ask(n, dueAt));
  }
  await Promise.all(made);
  await pool.close();
  return {
    answered: latencies.count - refused,
    refused,
    p50Ms: latencies.percentile(50),
    p99Ms: latencies.percentile(99),
    maxMs: latencies.maxMs,
  };
}
