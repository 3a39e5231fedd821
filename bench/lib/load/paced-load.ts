import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { Latencies } from "@/bench/lib/load/latencies";
import { recipient, type Sender } from "@/bench/lib/load/requests";

/** What a customer met who sends at an even pace. */
export type Met = { answered: number; refused: number; p50Ms: number; p99Ms: number; maxMs: number };

const CONNECTIONS = 64;
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Sends single messages at an even pace, whether or not the ones before are answered. A time begins when a message was
 * to be sent, so that a server which stands still is told by all that it keeps waiting.
 */
export async function runPaced(
  port: number,
  { token }: Sender,
  perSecond: number,
  seconds: number,
): Promise<Met> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS });
  const latencies = new Latencies();
  let refused = 0;
  const send = async (n: number, dueAt: number) => {
    try {
      const { statusCode, body } = await pool.request({
        ...{ method: "POST", path: "/gateway/sms/out", bodyTimeout: ANSWER_TIMEOUT_MS },
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        headersTimeout: ANSWER_TIMEOUT_MS,
        body: JSON.stringify({ to: recipient(n), body: "Kia ora", messageClass: "transactional" }),
      });
      await body.dump();
      if (statusCode !== 200) refused++;
    } catch {
      refused++;
    }
    latencies.record(performance.now() - dueAt);
  };
  const startedAt = performance.now();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const dueAt = startedAt + (n * 1000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early);
    sent.push(send(n, dueAt));
  }
  await Promise.all(sent);
  await pool.close();
  return {
    ...{ answered: latencies.count - refused, refused },
    ...{ p50Ms: latencies.percentile(50), p99Ms: latencies.percentile(99), maxMs: latencies.maxMs },
  };
}
