import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import { LinkLeases } from "@/lib/carriers/smpp/link-leases";
import { now } from "@/lib/clock";
import { type Database, db } from "@/lib/db/client";
import { answersOf, outgoing } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { skipTime } from "@/tests/support/skip-time";
import { settingsFor } from "@/tests/support/smsc/smpp-carrier";
import { FaultySmsc } from "@/tests/support/smsc/smsc";

useTestDatabase({ each: true });

const TIMES = { leaseMs: 1_200, renewalMs: 100 };
const EVENTS = {
  reports: async () => {},
  knows: async () => false,
  inbound: async () => {},
  unreadable: async () => {},
  roomChanged: () => undefined,
};

let smsc: FaultySmsc;
let carriers: SmppCarrier[];

beforeEach(async () => {
  smsc = await FaultySmsc.start();
  carriers = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(carriers.map((carrier) => carrier.stop(new Date())));
  await smsc.stop();
});

/** Returns the same carrier in another process. */
async function process(
  id: number,
  database: Database = db(),
  given: Parameters<typeof settingsFor>[1] = { binds: { transceiver: 2 } },
) {
  const settings = settingsFor(smsc, given);
  let statements = 0;
  const query: Database["query"] = (statement) => {
    statements++;
    return database.query(statement);
  };
  const leases = new LinkLeases({ ...database, query }, TIMES);
  const carrier = new SmppCarrier({ id, name: "north", settings, ownership: leases, random: () => 0 });
  carriers.push(carrier);
  await carrier.start(EVENTS);
  const bound = () => carrier.links.filter((link) => link.bound !== null).length;
  /**
   * Waits until the process has tried to renew its leases `times` more times, with at most two statements
   * each time.
   */
  const renewed = (times: number) => {
    const before = statements;
    return expect.poll(() => statements).toBeGreaterThan(before + 2 * times);
  };
  return { carrier, bound, renewed };
}

async function row() {
  const { id } = await db().prisma.carrier.create({ data: { name: "north", kind: "smpp" } });
  return id;
}

describe("the links of a carrier that several processes have", () => {
  it("are each open in one, and in another once that one has stopped", async () => {
    const id = await row();
    const first = await process(id);
    await expect.poll(first.bound).toBe(2);
    const second = await process(id);
    await expect.poll(() => db().prisma.carrierLink.findMany({ where: { state: "bound" } })).toHaveLength(2);
    expect(second.bound()).toBe(0);
    expect(smsc.links).toHaveLength(2);
    await first.carrier.stop(now());
    await expect.poll(second.bound).toBe(2);
    expect(first.bound()).toBe(0);
  });

  it("are open in another when the first says no more, and no sooner than its lease ends", async () => {
    const id = await row();
    const gone = { ...db(), query: vi.fn(db().query) } as unknown as Database;
    const first = await process(id, gone);
    await expect.poll(first.bound).toBe(2);
    vi.mocked(gone.query).mockRejectedValue(new Error("the database is away"));
    const leasedUntil = (await db().prisma.carrierLink.findFirstOrThrow()).lease;
    const second = await process(id);
    await expect.poll(second.bound).toBe(2);
    expect(now().getTime()).toBeGreaterThanOrEqual(leasedUntil.getTime());
    // The process closed its links itself, because it could not renew its lease.
    await expect.poll(first.bound).toBe(0);
    vi.mocked(gone.query).mockResolvedValue([]);
  });

  it("are closed when the lease ends, though the database does not even refuse", async () => {
    const skip = skipTime();
    const id = await row();
    const hung = { ...db(), query: vi.fn(db().query) } as unknown as Database;
    const first = await process(id, hung);
    await expect.poll(first.bound).toBe(2);
    const hanging: ((rows: { number: number }[]) => void)[] = [];
    vi.mocked(hung.query).mockImplementation(() => new Promise((resolve) => hanging.push(resolve as never)));
    await expect.poll(first.bound, { timeout: 5_000 }).toBe(0);
    const second = await process(id);
    await expect.poll(second.bound).toBe(2);
    // The response is older than the second process's leases. The requested lease would have ended, too.
    skip(TIMES.leaseMs);
    const [late] = hanging;
    vi.mocked(hung.query).mockResolvedValueOnce([]);
    late?.([{ number: 1 }, { number: 2 }]);
    await expect.poll(() => hanging.length).toBe(2);
    expect(first.carrier.links.map(({ state }) => state.state)).toEqual(["stopped", "stopped"]);
    expect(second.bound()).toBe(2);
    expect(smsc.links.filter(({ isClosed }) => !isClosed)).toHaveLength(2);
    vi.mocked(hung.query).mockResolvedValue([]);
    hanging[1]?.([]);
  });

  it("are closed at once where the carrier was removed, and no error is told of", async () => {
    const id = await row();
    const owner = { ...db(), query: vi.fn(db().query) } as unknown as Database;
    const first = await process(id, owner);
    await expect.poll(first.bound).toBe(2);
    await db().prisma.carrier.delete({ where: { id } });
    await expect.poll(first.bound, { timeout: TIMES.leaseMs / 2 }).toBe(0);
    for (const { type } of vi.mocked(owner.query).mock.settledResults) expect(type).toBe("fulfilled");
  });

  it("are all open in the same one, though another reads first that there are more", async () => {
    const id = await row();
    const first = await process(id);
    await expect.poll(first.bound).toBe(2);
    const second = await process(id, db(), { binds: { transceiver: 4 } });
    await second.renewed(5);
    expect([first.bound(), second.bound()]).toEqual([2, 0]);
    await first.carrier.stop(now());
    await expect.poll(second.bound).toBe(4);
    const third = await process(id, db(), { binds: { transceiver: 4 } });
    await third.renewed(3);
    expect([second.bound(), third.bound()]).toEqual([4, 0]);
  });

  it("are all open in the same one, though several begin at once", async () => {
    const id = await row();
    const several = await Promise.all(
      [1, 4, 2, 3].map((transceiver) => process(id, db(), { binds: { transceiver } })),
    );
    const open = () => several.map(({ bound }) => bound()).filter((count) => count > 0);
    await expect.poll(open).toHaveLength(1);
    await Promise.all(several.map(({ renewed }) => renewed(3)));
    expect(open()).toHaveLength(1);
    const owners = await db().prisma.carrierLink.findMany({ distinct: ["owner"] });
    expect(owners).toHaveLength(1);
  });

  it("7: take no more a second than the contract says, though another process takes them over", async () => {
    const id = await row();
    const tps = 20;
    const submittedAt: number[] = [];
    smsc.script = ({ command }) => {
      if (command === "submit_sm") submittedAt.push(performance.now());
      return undefined;
    };
    const given = { binds: { transceiver: 2 }, tps, window: tps };
    const sendBy = async (carrier: SmppCarrier, name: string) => {
      const batch = Array.from({ length: tps }, (_, place) => outgoing({ id: `${name}${place}` }));
      await answersOf(carrier, batch, now());
    };
    const first = await process(id, db(), given);
    await expect.poll(first.bound).toBe(2);
    await sendBy(first.carrier, "first");
    const second = await process(id, db(), given);
    await first.carrier.stop(now());
    await expect.poll(second.bound).toBe(2);
    await sendBy(second.carrier, "second");
    expect(submittedAt).toHaveLength(2 * tps);
    for (const [index, at] of submittedAt.entries())
      expect(submittedAt.slice(index).filter((other) => other < at + 990).length).toBeLessThanOrEqual(tps);
  });

  it("say in the database what goes by each a second, and how much of its window is in use", async () => {
    const id = await row();
    smsc.script = ({ command }) => (command === "submit_sm" ? "silence" : undefined);
    const given = { binds: { transceiver: 2, receiver: 1 }, window: 4, tps: 50 };
    const { carrier, bound } = await process(id, db(), given);
    await expect.poll(bound).toBe(3);
    const links = () => db().prisma.carrierLink.findMany({ orderBy: { number: "asc" } });
    const word = { perSecond: 0, inUse: 0, windowSize: 4, tps: 50, allowedTps: 50 };
    const none = { perSecond: null, inUse: null, windowSize: null, tps: null, allowedTps: null };
    await expect.poll(links).toMatchObject([word, word, none]);
    const batch = ["a", "b", "c"].map((name) => outgoing({ id: name }));
    carrier.submit(batch, () => undefined);
    const inUse = async () => (await links()).map((link) => link.inUse).sort();
    await expect.poll(inUse).toEqual([1, 2, null]);
    smsc.script = () => undefined;
    const rates: number[] = [];
    const sendAnother = async () => {
      carrier.submit([outgoing({ id: `d${rates.length}` })], () => undefined);
      rates.push(...(await links()).flatMap(({ perSecond }) => perSecond ?? []));
      return Math.max(...rates);
    };
    await expect.poll(sendAnother, { interval: 10 }).toBeGreaterThan(0);
    expect(Math.max(...rates)).toBeLessThan(1_000);
    await expect.poll(async () => (await links()).map(({ perSecond }) => perSecond)).toEqual([0, 0, null]);
    smsc.script = ({ command }) => (command === "submit_sm" ? 0x58 : undefined);
    carrier.submit([outgoing({ id: "e" })], () => undefined);
    await expect.poll(async () => (await links())[0]?.allowedTps).toBeLessThan(50);
    await carrier.stop(now());
  });

  it("say in the database how they are, and why not", async () => {
    const id = await row();
    smsc.script = ({ command }) => (command === "bind_transceiver" ? 0x0e : undefined);
    await process(id);
    await expect
      .poll(() => db().prisma.carrierLink.findMany({ orderBy: { number: "asc" } }))
      .toMatchObject([{ number: 1, lastError: expect.stringContaining("password is wrong") }, { number: 2 }]);
  });
});
