import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { isFinal, useThroughKannel } from "@/tests/support/kannel/through-kannel";
import { readMessages } from "@/tests/support/kills/judge";
import { ageWaitingStatement, type MessageRow } from "@/tests/support/kills/kills.sql";

const through = useThroughKannel();

/**
 * The time before its end in which an smsbox may have accepted a report without a line in its log: Kannel
 * acknowledges the report to the bearerbox first.
 */
const BETWEEN_MS = 200;

/** The signals that end programs, in turn. */
const SIGNALS = ["SIGTERM", "SIGKILL"] as const;

const FIRST = 64_211_300_000;
const EVERY_MS = 60;
const SMSC_AWAY_MS = 1_000;

/** The time in which the network reports on repeated messages. */
const QUIET_MS = 3_000;

it("messages end once each while Kannel's programs, the SMSC and the server are restarted and killed, by their validity where the smsbox had the report", async () => {
  const { network, kannel } = through();
  /** The periods in which programs were being ended. */
  const ends: [from: number, until: number][] = [];
  const sending: Promise<string>[] = [];
  const messages = async () => (await readMessages(db())).sort((a, b) => (a.id < b.id ? -1 : 1));
  const isEnded = ({ status, isMarketing }: MessageRow) =>
    status === "DELIVRD" || (status === "UNKNOWN" && isMarketing);
  const wasCaught = (msisdn: string) => {
    const at = network.acknowledgedAt.get(msisdn) ?? Number.POSITIVE_INFINITY;
    return ends.some(([from, until]) => at >= from - BETWEEN_MS && at <= until);
  };
  /**
   * Returns the messages without a final status, except those whose report is lost because the smsbox had it
   * when it ended.
   */
  const awaited = async () => {
    const lost = kannel.takenByEnded();
    const open = (await messages()).filter((message) => !isEnded(message));
    return open.filter(({ id, msisdn }) => !lost.has(id) && !wasCaught(msisdn));
  };
  let isGoing = true;
  const load = (async () => {
    for (; isGoing; await sleep(EVERY_MS)) {
      const isMarketing = sending.length % 3 === 0;
      sending.push(
        through().send(
          String(FIRST + sending.length),
          "Kia ora",
          isMarketing ? "marketing" : "transactional",
        ),
      );
    }
  })();
  for (const signal of SIGNALS) {
    for (const box of ["smsbox", "bearerbox"] as const) {
      await sleep(500);
      ends.push(await kannel.again(box, signal));
    }
    await sleep(500);
    await network.kill();
    await sleep(SMSC_AWAY_MS);
    await network.restart();
    await expect.poll(() => network.link, { timeout: 30_000 }).toBeDefined();
    await sleep(500);
    await through().serverAgain(signal);
    // The smsbox keeps reports in memory while the server is away. Ending it earlier would lose them.
    const taken = new Set(network.acknowledgedAt.keys());
    const areLeft = async () => (await awaited()).filter(({ msisdn }) => taken.has(msisdn)).length;
    await expect.poll(areLeft, { interval: 250, timeout: 60_000 }).toBe(0);
  }
  isGoing = false;
  await load;
  const ids = await Promise.all(sending);
  expect(new Set(ids).size).toBe(ids.length);

  let before = { ends: "", at: performance.now() };
  const areLeft = async () => {
    // Makes messages whose outcome is unknown as old as if their wait were over, instead of waiting.
    await db().query(ageWaitingStatement(30_000));
    const rows = await messages();
    const now = rows.map(({ status }) => status).join();
    if (now !== before.ends) before = { ends: now, at: performance.now() };
    const isQuiet = performance.now() - before.at > QUIET_MS;
    return rows.filter(({ isDue }) => isDue).length + (await awaited()).length + (isQuiet ? 0 : 1);
  };
  await expect.poll(areLeft, { interval: 500, timeout: 120_000 }).toBe(0);
  const all = await messages();
  expect(all.map(({ id }) => id)).toEqual(ids.toSorted());
  const told = await through().events(isFinal);
  expect(all.map(({ id }) => [id, ...(told.get(id) ?? [])])).toEqual(
    all.map((message) => [message.id, ...(isFinal(message.status) ? [message.status] : [])]),
  );
  const times = new Map<string, number>();
  for (const { destination } of network.taken) times.set(destination, (times.get(destination) ?? 0) + 1);
  const givenUp = all.filter(({ status }) => status === "UNKNOWN");
  expect(all.filter((message) => !givenUp.includes(message) && !times.has(message.msisdn))).toEqual([]);
  // A message whose report the smsbox had keeps the status of its first report, and ends once when its
  // validity ends.
  const lost = all.filter((message) => !isEnded(message));
  expect(lost.filter(({ status }) => !["PENDING", "ACCEPTD"].includes(status))).toEqual([]);
  const areUnknown = await through().events((status) => status === "UNKNOWN");
  expect(lost.filter(({ id }) => areUnknown.has(id))).toEqual([]);
  expect(await through().endUnreported()).toBe(lost.length);
  expect((await messages()).filter((message) => !isEnded(message) && message.status !== "UNKNOWN")).toEqual(
    [],
  );
  const ended = await through().events((status) => status === "UNKNOWN");
  expect(lost.map(({ id }) => ended.get(id))).toEqual(lost.map(() => ["UNKNOWN"]));
  expect(lost.length).toBeLessThan(ids.length / 2);

  // Kannel repeats submissions that the SMSC did not acknowledge. The gateway submitted them once.
  const sent = kannel.sent();
  const twice = all.filter(({ msisdn }) => (times.get(msisdn) ?? 0) > 1);
  const givenTwice = all.filter(({ msisdn }) => (sent.get(msisdn) ?? 0) > 1);
  expect(givenTwice.filter(({ isMarked }) => !isMarked)).toEqual([]);
  expect(givenTwice.filter(({ isMarketing }) => isMarketing)).toEqual([]);
  console.log(
    `${ids.length} messages; ${twice.length} sent twice, ${twice.length - givenTwice.length} of them by Kannel itself; ` +
      `${givenTwice.length} given to it twice, ${givenUp.length} given up, ${lost.length} without a report`,
  );
});
