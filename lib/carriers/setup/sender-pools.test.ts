import { beforeEach, describe, expect, it, test } from "vitest";
import { loadRoutes } from "@/lib/carriers/route-table";
import { loadSources } from "@/lib/carriers/sender-addresses";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { readRoutes, replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { findAddress } from "@/lib/carriers/setup/written-sender";
import { db } from "@/lib/db/client";
import { receive } from "@/lib/inbound/receive";
import { accept } from "@/lib/messages/accept/accept";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { carrierNamed, accepted as takenAs } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY, TEST_SECRET, testItem, testSubmission } from "@/tests/support/database/submission";
import { carrierInbound } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const NOW = new Date("2026-11-20T23:00:00Z");
const POOL = ["64215550001", "64215550002", "64215550003"];
const given = { host: "127.0.0.1", port: 2775, systemId: "gateway", password: "secret", tps: 10 };
const WITH_POOL = { sender: "552", ton: 1, npi: 1, pool: POOL };

let north: number;
beforeEach(async () => {
  const setup = { authSecret: TEST_SECRET, hasServer: true };
  ({ id: north } = await addCarrier(db(), { name: "north", kind: "smpp", given }, setup));
});

const save = (...senders: unknown[]) =>
  db().transaction((tx) =>
    replaceRoutes(tx, { senders: { north: senders }, routes: [{ targets: [{ carrier: "north" }] }] }),
  );

/** Returns the addresses that a carrier gets messages of an account from. */
async function sentFrom(
  accountId: number,
  ...msisdns: string[]
): Promise<Record<string, string | undefined>> {
  const items = msisdns.map((msisdn) => testItem({ msisdn, dueAt: NOW, carrierId: north }));
  await accept(db(), [testSubmission(accountId, { items })], NOW, () => "");
  const sources: Record<string, string | undefined> = {};
  const carrier = carrierNamed("north", 100, async (batch) => {
    for (const { msisdn, from } of batch) sources[msisdn] = from?.source;
    return batch.map(({ id }) => takenAs(id, `ref-${id}`));
  });
  await dispatch(db(), { ...carrier, id: north, isIdempotent: false }, NOW, BY_DAY);
  return sources;
}

const MSISDNS = Array.from({ length: 30 }, (_, index) => `642112345${String(index).padStart(2, "0")}`);

describe("a sender with a pool", () => {
  beforeEach(async () => {
    await save(WITH_POOL, "2190");
    loadRoutes.forget(db());
    loadSources.forget(db());
  });

  it("sends to each recipient from one of its numbers, the same each time", async () => {
    const { accountId } = await testAccount();
    const first = await sentFrom(accountId, ...MSISDNS);
    expect(new Set(Object.values(first))).toEqual(new Set(POOL));
    expect(await sentFrom(accountId, ...[...MSISDNS].reverse())).toEqual(first);
    const { accountId: other } = await testAccount();
    expect(await sentFrom(other, ...MSISDNS)).not.toEqual(first);
  });

  it("has what comes in to any of its numbers go to the account that sent last, as to the sender", async () => {
    const { accountId } = await testAccount();
    await sentFrom(accountId, "64211234567");
    for (const [index, to] of [...POOL, `+${POOL[0]}`].entries()) {
      const message = carrierInbound({ from: "64211234567", to, reference: `in-${index}` });
      expect(await receive(db(), "north", [message], NOW)).toMatchObject({ stored: 1 });
    }
    const rows = await db().prisma.inboundMessage.findMany();
    expect(rows.map((row) => [row.accountId, row.shortcode])).toEqual(Array(4).fill([accountId, "552"]));
  });

  it("is tried from one of its numbers, and read as it was written", async () => {
    expect(await findAddress(db(), "north", "552")).toMatchObject({ ton: 1, npi: 1 });
    expect(POOL).toContain((await findAddress(db(), "north", "552"))?.source);
    expect(await findAddress(db(), "north", "2190")).toBeNull();
    expect((await readRoutes(db())).senders).toEqual({ north: ["2190", WITH_POOL] });
  });
});

test.each([
  ["no number", { sender: "552", pool: [] }, "must have a number"],
  ["a source beside it", { sender: "552", source: "1", pool: POOL }, "takes the place of source"],
  ["a number twice", { sender: "552", pool: ["64215550001", "+64215550001"] }, "names a number twice"],
  ["a number with a blank", { sender: "552", pool: ["64 21"] }, "printable ASCII"],
  [
    "too many numbers",
    { sender: "552", pool: Array.from({ length: 101 }, (_, index) => `${index}`) },
    "must be a sender",
  ],
])("a pool is refused with %s", async (_, sender, problem) => {
  await expect(save(sender)).rejects.toMatchObject({
    code: "invalid_parameter",
    message: expect.stringContaining(problem),
  });
});

test("a pool is as its table allows it", async () => {
  const add = (data: object) =>
    db().prisma.carrierSender.create({ data: { carrierId: north, sender: "9", ...data } });
  for (const data of [{ source: "1", pool: ["2"] }, { pool: Array.from({ length: 101 }, () => "1") }])
    await expect(add(data), JSON.stringify(data)).rejects.toThrow(/carrier_senders_pool_check/);
  await add({ pool: ["1", "2"] });
});
