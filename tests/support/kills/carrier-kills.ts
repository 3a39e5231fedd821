import { setTimeout as sleep } from "node:timers/promises";
import { createAccount } from "@/lib/accounts/create-account";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import type { Database } from "@/lib/db/client";
import type { Submission } from "@/lib/messages/accept/submission";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { judge, type KillsResult, readMessages } from "@/tests/support/kills/judge";
import { ageWaitingStatement, waitingStatement } from "@/tests/support/kills/kills.sql";
import { type Random, seededRandom } from "@/tests/support/kills/random";
import {
  type Absence,
  killAll,
  networkVictim,
  type ServerVictim,
  serverVictim,
  type Victim,
} from "@/tests/support/kills/victims";
import { Network } from "@/tests/support/smsc/network";
import { startReceiver } from "@/tests/support/webhooks/https-receiver";
import { registerWebhook } from "@/tests/support/webhooks/register-webhook";

/**
 * The number of messages, their rate, and the number of kills meanwhile. `seed` decides the victims and
 * times. `isHurried`: messages held at the end are made old instead of waiting.
 */
export type KillsOptions = {
  messages: number;
  perSecond: number;
  kills: number;
  seed: number;
  isHurried: boolean;
  databaseUrl: string;
  authSecret: string;
  tell(line: string): void;
};

const STEP_MS = 100;
const MAX_SETTLING_MS = 600_000;
const QUIET_MS = 3_000;
const HOLD_MS = 130_000;
const FIRST_NUMBER = 64_211_000_000;
const TIMERS = { backOffMs: 100, maxBackOffMs: 1_000, alreadyBoundMs: 500, enquireAfterMs: 5_000 };

/**
 * Sends messages through two carriers from two servers, while each of the four is killed at random and
 * restarted. Waits until every message is final and every event was delivered.
 */
export async function runKills(db: Database, options: KillsOptions): Promise<KillsResult> {
  const random = seededRandom(options.seed);
  const networks = await Promise.all(
    ["n", "s"].map((name) => Network.start({ name, answerAfterMs: 40, receiptAfterMs: 400 })),
  );
  const carrierIds = await connect(db, networks, options.authSecret);
  const { databaseUrl, authSecret } = options;
  const receiver = await startReceiver({ tls: false, hostname: "localhost" });
  const settings = { WEBHOOK_PRIVATE_HOSTS: receiver.hostPort };
  const servers = await Promise.all(
    [1, 2].map((number) => serverVictim(`server ${number}`, databaseUrl, authSecret, settings)),
  );
  const victims: Victim[] = [
    ...networks.map((network, index) => networkVictim(`SMSC ${index + 1}`, network)),
    ...servers,
  ];
  try {
    const killing = killAll(absences(options, victims, random), options.tell);
    await acceptAll(db, options, { carrierIds, webhookUrl: receiver.url, servers }, random);
    await killing;
    await settle(db, options, networks);
    return judge(
      await readMessages(db),
      networks.flatMap(({ taken }) => taken),
      receiver.requests.map(({ headers }) => String(headers["x-service-delivery"])),
    );
  } finally {
    await Promise.all(victims.map((victim) => victim.stop()));
    await receiver.close();
  }
}

/**
 * Adds a carrier for each network, and one route to all of them.
 * @returns their numbers.
 */
async function connect(db: Database, networks: readonly Network[], authSecret: string): Promise<number[]> {
  const names = networks.map((_, index) => `network-${index + 1}`);
  const ids: number[] = [];
  for (const [index, name] of names.entries()) {
    const { address } = networks[index] as Network;
    const given = {
      ...address,
      systemId: "gateway",
      password: "secret",
      tps: 500,
      binds: { transceiver: 2 },
      timers: TIMERS,
    };
    ids.push((await addCarrier(db, { name, kind: "smpp", given }, { authSecret, hasServer: true })).id);
  }
  await db.transaction((tx) =>
    replaceRoutes(tx, {
      senders: Object.fromEntries(names.map((name) => [name, ["552"]])),
      routes: [{ targets: names.map((carrier) => ({ carrier })) }],
    }),
  );
  return ids;
}

/**
 * Returns the times of the kills. Each victim is killed at least once, and no victim in the first tenth of
 * the time.
 */
function absences({ messages, perSecond, kills }: KillsOptions, victims: readonly Victim[], random: Random) {
  const durationMs = (messages / perSecond) * 1000;
  const times = Array.from({ length: kills }, () => durationMs * (0.1 + 0.85 * random())).sort(
    (a, b) => a - b,
  );
  const first = [...victims].sort(() => random() - 0.5);
  return times.map((atMs, index): Absence => {
    const victim = first[index] ?? (victims[Math.floor(random() * victims.length)] as Victim);
    return { victim, atMs, forMs: 4_000 * random() };
  });
}

async function acceptAll(
  db: Database,
  { messages, perSecond }: KillsOptions,
  given: { carrierIds: readonly number[]; webhookUrl: string; servers: readonly ServerVictim[] },
  random: Random,
): Promise<void> {
  const { carrierIds, webhookUrl, servers } = given;
  const opened = { email: "kills@example.com", password: "correct horse battery", name: "Kills" };
  const { accountId } = await createAccount(db, { ...opened, balanceMicros: 10n ** 12n }, new Date());
  await registerWebhook(db, { accountId, kinds: ["report"], url: webhookUrl }, new Date());
  const began = performance.now();
  const accepting: Promise<void>[] = [];
  for (let made = 0; made < messages; ) {
    const due = Math.min(messages, Math.ceil(((performance.now() - began + STEP_MS) / 1000) * perSecond));
    for (; made < due; made++) {
      const first = Math.floor(random() * servers.length);
      accepting.push(acceptSomewhere(db, submission(accountId, made, carrierIds, random), servers, first));
    }
    await sleep(STEP_MS);
  }
  await Promise.all(accepting);
}

/**
 * Repeats a message on one server after the other until a server accepts it, as a caller without a response
 * does.
 */
async function acceptSomewhere(
  db: Database,
  given: Submission,
  servers: readonly ServerVictim[],
  first: number,
): Promise<void> {
  for (let turn = first; ; turn++) {
    try {
      return await (servers[turn % servers.length] as ServerVictim).accept(given);
    } catch {
      const [{ id } = { id: "" }] = given.items;
      if (await db.prisma.message.findFirst({ where: { id }, select: { id: true } })) return;
      await sleep(STEP_MS);
    }
  }
}

/**
 * Returns a submission to a handset of its own: marketing, a code or transactional, one in ten of them long.
 */
function submission(
  accountId: number,
  index: number,
  carrierIds: readonly number[],
  random: Random,
): Submission {
  const kind = random();
  const isLong = random() < 0.1;
  const carrierId = carrierIds[Math.floor(random() * carrierIds.length)] as number;
  return testSubmission(accountId, {
    messageClass: kind < 0.3 ? "marketing" : "transactional",
    sendType: kind > 0.8 ? "otp" : "sms",
    body: isLong ? "Kia ora ".repeat(45) : `Kia ora ${index}`,
    parts: isLong ? 3 : 1,
    items: [testItem({ dueAt: new Date(), msisdn: String(FIRST_NUMBER + index), carrierId })],
  });
}

/** Waits until every message is final, every receipt acknowledged and every webhook answered. */
async function settle(
  db: Database,
  { isHurried, tell }: KillsOptions,
  networks: readonly Network[],
): Promise<void> {
  const began = performance.now();
  let before = -1;
  let changedAt = began;
  for (;;) {
    const [row] = await db.query<{ waiting: number }>(waitingStatement());
    const waiting = row?.waiting ?? 0;
    const owed = networks.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0);
    const now = performance.now();
    if (waiting + owed === 0) return;
    if (now - began > MAX_SETTLING_MS)
      return tell(
        `${waiting} messages and webhooks are not decided, ${owed} receipts not acknowledged, after ten minutes`,
      );
    if (waiting + owed !== before) [before, changedAt] = [waiting + owed, now];
    if (isHurried && owed === 0 && now - changedAt > QUIET_MS) {
      await db.query(ageWaitingStatement(HOLD_MS));
      changedAt = now;
    }
    await sleep(STEP_MS);
  }
}
