import type { ServerResponse } from "node:http";
import { afterEach, expect, it } from "vitest";
import { useTestDatabase } from "@/tests/support/database/database";
import { countWaiting, noteSecondTimes, readSecondTimes } from "@/tests/support/server/exactly-once";
import { testAccount } from "@/tests/support/server/gateway";
import { killServers, startServer } from "@/tests/support/server/production-server";
import { receive } from "@/tests/support/webhooks/webhook-client";

useTestDatabase();
afterEach(killServers);

const MINUTE_MS = 60_000;

/** The time between two changes of a clock that is being set repeatedly, in milliseconds. */
const TURN_MS = 300;

/**
 * The number of further messages before the receiver responds. The other server looks for due deliveries
 * meanwhile.
 */
const RECEIVER_MESSAGES = 40;

const MESSAGES = 400;
const CALLERS = 4;

/**
 * Returns the environment that sets the clock of a process and its children ahead, by each of these in turn.
 */
function clockAhead(...turnsMs: number[]): Record<string, string> {
  const shift = `
    const turns = ${JSON.stringify(turnsMs)};
    const real = Date.now;
    Date.now = () => real() + turns[Math.floor(performance.now() / ${TURN_MS}) % turns.length];
    globalThis.Date = new Proxy(Date, {
      construct: (date, given, own) => Reflect.construct(date, given.length > 0 ? given : [date.now()], own),
    });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}` };
}

it("hands nothing over twice where clocks are minutes apart, and one is being set all the time", async () => {
  let next = 0;
  const held: { untilMessage: number; response: ServerResponse }[] = [];
  const answerDue = () => {
    while (held[0] && (held[0].untilMessage <= next || next >= MESSAGES)) held.shift()?.response.end();
  };
  const receiver = await receive({
    tls: false,
    hostname: "localhost",
    respond: (_, response) => {
      held.push({ untilMessage: next + RECEIVER_MESSAGES, response });
      answerDue();
    },
  });
  const settings = { SIMULATOR_DELAY_MS: "100", WEBHOOK_PRIVATE_HOSTS: receiver.hostPort };
  const account = await testAccount({ balanceMicros: 1_000_000_000n });
  await noteSecondTimes();
  const servers = await Promise.all([
    startServer({ ...settings, ...clockAhead(-MINUTE_MS) }),
    startServer({ ...settings, ...clockAhead(-MINUTE_MS, MINUTE_MS) }),
  ]);
  const post = (path: string, given: object, number: number) =>
    fetch(`${servers[number % servers.length]?.address}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ userId: account.userId, password: account.password, ...given }),
    });
  expect((await post("/gateway/sms/status", { url: receiver.url }, 0)).status).toBe(204);

  const ids: string[] = [];
  const send = async () => {
    while (next < MESSAGES) {
      const message = { to: "64211234567", body: "Hello", messageClass: "transactional" };
      const response = await post("/gateway/sms/out", message, next++);
      ids.push((await response.json()).message_id);
      answerDue();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, send));
  await expect.poll(countWaiting, { timeout: 60_000 }).toBe(0);

  expect(await readSecondTimes()).toEqual([]);
  const events = receiver.requests.map(({ body }) => JSON.parse(body.toString("utf8")));
  const delivered = events.map(({ gatewayMessageId, status }) => `${gatewayMessageId} ${status}`);
  expect(delivered.sort()).toEqual(ids.flatMap((id) => [`${id} ACCEPTD`, `${id} DELIVRD`]).sort());
});
