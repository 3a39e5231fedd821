import { beforeEach, describe, expect, it } from "vitest";
import { drainCarrier, enableCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { routesVersionStatement } from "@/lib/carriers/tables.sql";
import { type Database, db, openDatabase } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { accept, acceptWith } from "@/lib/messages/accept/accept";
import { NoRoute, refusedByNewest } from "@/lib/messages/send/routing/by-newest";
import { routeItems } from "@/lib/messages/send/routing/route-items";
import { loadNetworks } from "@/lib/numbers/network";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { testSubmission } from "@/tests/support/database/submission";
import { loopTurns } from "@/tests/support/loop-turns";
import { books, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { MOBILE, sendFrom } from "@/tests/support/server/send";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:00:00Z");

async function version(): Promise<number> {
  const [row] = await db().query<{ version: number }>(routesVersionStatement());
  return row?.version as number;
}

let account: TestAccount;
let ids: number[];
beforeEach(async () => {
  account = await testAccount({ balanceMicros: 1_000_000_000n });
  ids = [];
  for (const name of ["north", "south"]) {
    const { id } = await db().prisma.carrier.create({ data: { name, kind: "test" } });
    await db().prisma.carrierSender.create({ data: { carrierId: id, sender: "552" } });
    ids.push(id);
  }
});

/** Routes all messages to one carrier, in one transaction. */
const leadTo = (carrierId: number) =>
  db().transaction(async ({ prisma }) => {
    await prisma.route.deleteMany();
    await prisma.route.create({ data: { position: 1, targets: { create: { carrierId } } } });
  });

/** Returns the carriers that an account's messages wait for. */
async function carriersOf(accountId: number): Promise<number[]> {
  const rows = await db().prisma.queuedMessage.findMany({ where: { accountId } });
  return rows.map(({ carrierId }) => carrierId);
}

describe("the routes' version", () => {
  it("counts each change of what routes go by", async () => {
    const { route, routeTarget, carrier, carrierSender, blockedDestination } = db().prisma;
    const [first] = await route.findMany();
    const routeId = first?.id as number;
    const changes = [
      () => route.updateMany({ data: { prefix: "64" } }),
      () => routeTarget.create({ data: { routeId, carrierId: ids[0] as number } }),
      () => routeTarget.updateMany({ data: { tier: 1 } }),
      () => routeTarget.deleteMany({ where: { carrierId: ids[0] as number } }),
      () => route.create({ data: { position: 2 } }),
      () => route.deleteMany(),
      () => carrierSender.deleteMany({ where: { carrierId: ids[1] as number } }),
      () => blockedDestination.create({ data: { prefix: "6490" } }),
      () => blockedDestination.deleteMany(),
      () => carrier.update({ where: { name: "north" }, data: { enabled: false } }),
      () => carrier.update({ where: { name: "north" }, data: { settings: { isDraining: true } } }),
      () => carrier.delete({ where: { name: "north" } }),
    ];
    for (const change of changes) {
      const before = await version();
      await change();
      expect(await version()).toBeGreaterThan(before);
    }
  });

  it("counts nothing when a carrier goes down", async () => {
    const before = await version();
    await db().prisma.carrier.updateMany({ data: { downSince: NOW } });
    expect(await version()).toBe(before);
  });
});

describe("changes at once", () => {
  it("wait for each other, and none for one that waits for it", async () => {
    const routes = { senders: { north: ["552"] }, routes: [{ targets: [{ carrier: "north" }] }] };
    for (let run = 0; run < 40; run++) {
      const before = await version();
      await Promise.all([
        db().transaction((tx) => replaceRoutes(tx, routes)),
        loopTurns(run % 12).then(() => db().transaction((tx) => drainCarrier(tx, "north", run % 2 === 0))),
        db().transaction((tx) => enableCarrier(tx, "south", run % 2 === 0)),
      ]);
      // Each transaction counts once.
      expect(await version()).toBe(before + 3);
    }
  });

  it("stop nobody where the row is gone", async () => {
    await db().query({ text: "delete from routes_version", values: [] });
    await leadTo(ids[0] as number);
    expect((await sendFrom(account, { to: MOBILE })).status).toBe(200);
    expect(await version()).toBe(0);
  });
});

/** Returns the database, and the list of its later statements. */
function counted(): { database: Database; asked: string[] } {
  const asked: string[] = [];
  const query: Database["query"] = (statement) => {
    asked.push(statement.text);
    return db().query(statement);
  };
  return { database: { ...db(), query }, asked };
}

describe("a refusal", () => {
  /** Changes the routes as another process, of which this one gets no notice. */
  async function elsewhere(change: (other: Database) => Promise<unknown>): Promise<void> {
    const other = openDatabase(process.env.DATABASE_URL as string, 1);
    await change(other);
    await other.close();
  }

  it("is by the routes as they are: what another process has just led somewhere is taken", async () => {
    const changes: ((other: Database) => Promise<unknown>)[] = [
      ({ prisma }) => prisma.route.deleteMany(),
      ({ prisma }) =>
        prisma.route.create({
          data: { position: 1, targets: { create: { carrierId: ids[0] as number } } },
        }),
      ({ prisma }) => prisma.blockedDestination.create({ data: { prefix: MOBILE.slice(0, 5) } }),
      ({ prisma }) => prisma.blockedDestination.deleteMany(),
      ({ prisma }) => prisma.carrierSender.deleteMany({ where: { carrierId: ids[0] as number } }),
      ({ prisma }) => prisma.carrierSender.create({ data: { carrierId: ids[0] as number, sender: "552" } }),
      ({ prisma }) => prisma.carrier.updateMany({ data: { enabled: false } }),
      ({ prisma }) => prisma.carrier.updateMany({ data: { enabled: true } }),
    ];
    const statuses: number[] = [];
    for (const change of changes) {
      await elsewhere(change);
      statuses.push((await sendFrom(account, { to: MOBILE })).status);
    }
    expect(statuses).toEqual([403, 200, 403, 200, 403, 200, 403, 200]);
    expect(await messagesOf(account.accountId)).toHaveLength(4);
  });

  it("is by the newest routes in the sandbox too", async () => {
    await elsewhere(({ prisma }) => prisma.route.deleteMany());
    const send = () => sendFrom(account, { to: MOBILE, sandbox: true });
    expect((await send()).status).toBe(403);
    await leadTo(ids[0] as number);
    expect((await send()).status).toBe(200);
  });

  it("costs one look at the version, for a request of any length", async () => {
    const msisdns = Array.from({ length: 500 }, (_, index) => String(64_211_000_000 + index));
    const recipients = { msisdns, networks: await loadNetworks(db(), NOW) };
    const request = { accountId: 1, sender: "552", sendType: "sms", messageClass: "transactional" } as const;
    const { database, asked } = counted();
    const send = () =>
      refusedByNewest(
        database,
        async (outdated) => {
          const { carrierOf } = await routeItems(database, request, { ...recipients, outdated }, NOW);
          return msisdns.map((msisdn) => carrierOf(msisdn));
        },
        null,
      );
    await db().prisma.route.deleteMany();
    await expect(send()).rejects.toMatchObject({ code: "no_route" });
    asked.length = 0;
    for (let again = 0; again < 3; again++) await expect(send()).rejects.toMatchObject({ code: "no_route" });
    expect(asked).toEqual(Array(3).fill(routesVersionStatement().text));
    await leadTo(ids[0] as number);
    expect(new Set(await send())).toEqual(new Set([ids[0]]));
  });

  it("is none where the routes change each time", async () => {
    const refuse = async () => {
      const old = await version();
      await leadTo(ids[0] as number);
      throw new NoRoute("No route leads to this number.", old);
    };
    await expect(refusedByNewest(db(), refuse, null)).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("acceptance", () => {
  it("takes nothing by routes that have changed, and what stands beside it", async () => {
    const { accountId } = account;
    const routesVersion = await version();
    await leadTo(ids[0] as number);
    const old = testSubmission(accountId, { routesVersion });
    const submissions = [old, testSubmission(accountId, { routesVersion: await version() }), old];
    const render = () => "";
    const kinds = ["routes_changed", "accepted", "routes_changed"];
    const together = await acceptWith(db(), submissions, {
      now: NOW,
      render,
      locking: "skip",
      leases: null,
    });
    expect(together.map(({ kind }) => kind)).toEqual(kinds);
    const alone = await accept(db(), [old], NOW, render);
    expect(alone).toEqual([{ kind: "routes_changed" }]);
    expect(await messagesOf(accountId)).toHaveLength(1);
    expect(await books(accountId)).toMatchObject({ balance: 1_000_000_000n - 115_000n });
  });

  it("takes nothing of the balance for what was routed by old routes", async () => {
    const { accountId } = await testAccount({ balanceMicros: 115_000n });
    const old = testSubmission(accountId, { routesVersion: await version() });
    await leadTo(ids[0] as number);
    const current = testSubmission(accountId, { routesVersion: await version() });
    const outcomes = await accept(db(), [old, current], NOW, () => "");
    expect(outcomes.map(({ kind }) => kind)).toEqual(["routes_changed", "accepted"]);
    expect(await books(accountId)).toMatchObject({ balance: 0n, ledger: 0n });
  });

  it("goes by a change that is committed while it waits for the account", async () => {
    const { accountId } = account;
    const waiting = testSubmission(accountId, { routesVersion: await version() });
    const other = openDatabase(process.env.DATABASE_URL as string, 1);
    const outcomes = await other.transaction(async (tx) => {
      await tx.query(sql`select 1 from accounts where id = ${accountId} for no key update`);
      const accepting = accept(db(), [waiting], NOW, () => "");
      await someoneWaits();
      await leadTo(ids[0] as number);
      return { accepting };
    });
    expect(await outcomes.accepting).toEqual([{ kind: "routes_changed" }]);
    expect(await messagesOf(accountId)).toEqual([]);
    await other.close();
  });

  it("follows a change at once, though the process has just read the routes", async () => {
    await leadTo(ids[0] as number);
    expect((await sendFrom(account, { to: MOBILE })).status).toBe(200);
    await leadTo(ids[1] as number);
    expect((await sendFrom(account, { to: MOBILE })).status).toBe(200);
    expect((await carriersOf(account.accountId)).sort()).toEqual([...ids].sort());
    await db().prisma.blockedDestination.create({ data: { prefix: MOBILE.slice(0, 5) } });
    const { status, body } = await sendFrom(account, { to: MOBILE });
    expect([status, body]).toMatchObject([403, { code: "no_route" }]);
  });

  it("has the routes read once for all requests that were routed by old ones", async () => {
    const { database, asked } = counted();
    const recipients = { msisdns: [MOBILE], networks: await loadNetworks(db(), NOW) };
    const request = { accountId: 1, sender: "552", sendType: "sms", messageClass: "transactional" } as const;
    const route = (outdated: number | null) =>
      routeItems(database, request, { ...recipients, outdated }, NOW);
    const { routesVersion } = await route(null);
    await leadTo(ids[0] as number);
    const again = await Promise.all(Array.from({ length: 50 }, () => route(routesVersion)));
    expect(new Set(again.map((each) => each.routesVersion))).toEqual(new Set([await version()]));
    expect(asked.filter((text) => text === routesVersionStatement().text)).toHaveLength(2);
  });

  it("follows each of many changes, and refuses none of what is sent meanwhile", async () => {
    const wrong: string[] = [];
    for (let change = 0; change < 20; change++) {
      const carrierId = ids[change % 2] as number;
      // The first sends are in progress while the routes change.
      const meanwhile = [1, 2, 3].map(() => sendFrom(account, { to: MOBILE }));
      await leadTo(carrierId);
      const messageId = `after ${change}`;
      const behind = [1, 2, 3].map(() => sendFrom(account, { to: MOBILE, messageId }));
      const statuses = (await Promise.all([...meanwhile, ...behind])).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      const rows = await db().prisma.message.findMany({ where: { customerMessageId: messageId } });
      const queued = await db().prisma.queuedMessage.findMany({
        where: { messageId: { in: rows.map(({ id }) => id) } },
      });
      expect(queued).toHaveLength(3);
      wrong.push(...queued.filter((row) => row.carrierId !== carrierId).map(() => messageId));
    }
    expect(wrong).toEqual([]);
  });
});
