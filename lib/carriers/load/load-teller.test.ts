import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { HttpCarrier } from "@/lib/carriers/http/carrier";
import { httpSettings } from "@/lib/carriers/http/settings";
import { LoadTeller } from "@/lib/carriers/load/load-teller";
import { now } from "@/lib/clock";
import { type Database, db } from "@/lib/db/client";
import { outgoing } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { CALLBACK_URL, givenFor } from "@/tests/support/provider/http-carrier";
import { FaultyProvider } from "@/tests/support/provider/provider";

useTestDatabase({ each: true });

const TIMES = { firstMs: 20, everyMs: 20 };
const loads = () => db().prisma.carrierLoad.findMany();

let carrierId: number;
beforeEach(async () => {
  ({ id: carrierId } = await db().prisma.carrier.create({ data: { name: "kannel", kind: "http" } }));
});

/** Opens a provider that answers on demand, and a carrier of one process. */
async function open(given: Parameters<typeof givenFor>[1] = {}, database: Database = db()) {
  const waiting: (() => void)[] = [];
  const provider = await FaultyProvider.start();
  provider.script = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { status: 202, body: "0: Accepted for delivery" };
  };
  const answer = () => {
    for (const each of waiting.splice(0)) each();
  };
  const settings = httpSettings.parse(
    givenFor(provider.url, { ...given, timers: { answerTimeoutMs: 10_000 } }),
  );
  const carrier = new HttpCarrier({
    id: carrierId,
    name: "kannel",
    settings,
    callbackUrl: CALLBACK_URL,
    roomChanged: () => undefined,
    teller: new LoadTeller(database, carrierId, TIMES),
  });
  onTestFinished(async () => {
    answer();
    await carrier.stop(now());
    await provider.stop();
  });
  const submit = (...ids: string[]) =>
    carrier.submit(
      ids.map((id) => outgoing({ id })),
      () => undefined,
    );
  return { carrier, submit, answer };
}

it("a carrier that is asked says how busy it is while it is, and is forgotten afterwards", async () => {
  const { submit, answer } = await open({ window: 4, tps: 100 });
  submit("a", "b", "c");
  await expect.poll(loads).toMatchObject([{ inUse: 3, windowSize: 4, tps: 100, allowedTps: 100 }]);
  const [row] = await loads();
  expect(row?.perSecond).toBeGreaterThanOrEqual(0);
  expect(row?.until.getTime()).toBeGreaterThan(now().getTime());
  answer();
  await expect.poll(loads).toEqual([]);
  submit("d");
  await expect.poll(loads).toMatchObject([{ inUse: 1 }]);
});

it("processes say it each by itself, and one forgets another that says no more", async () => {
  const [first, second] = [await open(), await open()];
  first.submit("a");
  second.submit("b", "c");
  await expect.poll(async () => (await loads()).map(({ inUse }) => inUse).sort()).toEqual([1, 2]);
  await db().prisma.carrierLoad.create({
    data: {
      carrierId,
      owner: "01a1fe93-7336-73e8-9a21-230f7bc087eb",
      until: new Date(now().getTime() - 1),
      perSecond: 9,
      inUse: 9,
      windowSize: 9,
      tps: 9,
      allowedTps: 9,
    },
  });
  await expect.poll(async () => (await loads()).map(({ inUse }) => inUse).sort()).toEqual([1, 2]);
});

it("a carrier that is closed or removed says nothing more, and a database that is away stops nothing", async () => {
  const away = { ...db(), query: vi.fn(db().query) } as unknown as Database;
  const { carrier, submit, answer } = await open({}, away);
  vi.mocked(away.query).mockRejectedValueOnce(new Error("the database is away"));
  submit("a");
  await expect.poll(loads).toMatchObject([{ inUse: 1 }]);
  await db().prisma.carrier.deleteMany();
  const asked = vi.mocked(away.query).mock.calls.length;
  await expect.poll(() => vi.mocked(away.query).mock.calls.length).toBeGreaterThan(asked + 1);
  expect(await loads()).toEqual([]);
  answer();
  await carrier.stop(now());
  submit("b");
  const ended = vi.mocked(away.query).mock.calls.length;
  // Another open carrier that becomes busy later writes its load in the meantime.
  const there = { ...db(), query: vi.fn(db().query) } as unknown as Database;
  const other = await open({}, there);
  other.submit("c");
  await expect.poll(() => vi.mocked(there.query).mock.calls.length).toBeGreaterThan(3);
  expect(vi.mocked(away.query).mock.calls.length).toBe(ended);
});
