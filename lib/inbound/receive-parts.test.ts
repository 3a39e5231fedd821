import { beforeEach, describe, expect, it } from "vitest";
import type { CarrierInbound, InboundPart } from "@/lib/carriers/inbound";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { MAX_PARTS_OF_CARRIER, MAX_UNFINISHED_OF_HANDSET } from "@/lib/inbound/parts/unfinished";
import { passOnParts, receive } from "@/lib/inbound/receive";
import { OPERATIONS } from "@/lib/jobs/operations";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import { useTestDatabase } from "@/tests/support/database/database";
import { listen, newMobile, sentMessage } from "@/tests/support/inbound";
import { part } from "@/tests/support/inbound-parts";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const NOON = new Date("2026-11-20T23:00:00Z");
const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000);

let from: string;
beforeEach(() => {
  from = newMobile();
});

/** Returns the parts of a text, one character each. */
function partsOf(text: string, place: Partial<InboundPart> = {}, overrides: Partial<CarrierInbound> = {}) {
  return [...text].map((character, index) =>
    part(
      { number: index + 1, total: text.length, octets: Buffer.from(character), ...place },
      { from, ...overrides },
    ),
  );
}

const take = (given: readonly CarrierInbound[], at = NOON, carrier = "north") =>
  receive(db(), carrier, given, at);

/** Returns the stored texts, in their order. */
async function texts(msisdn = from): Promise<string[]> {
  const stored = await db().prisma.inboundMessage.findMany({ where: { msisdn }, orderBy: { id: "asc" } });
  return stored.map(({ body }) => body);
}

const waiting = () => db().prisma.inboundPart.count();

describe("59: a message in parts", () => {
  it("is stored with its last part, in order, with all that follows from a message", async () => {
    const { accountId } = await testAccount();
    await listen(accountId);
    await sentMessage(accountId, from, NOON);
    const [first, ...others] = partsOf("STOP", { bits: 16, reference: 40_000 }).reverse();
    expect(await take(others)).toEqual({ stored: 0, duplicates: 0, emailed: 0 });
    expect([await texts(), await waiting()]).toEqual([[], 3]);
    await take(first ? [first] : [], minutes(29));
    const stored = await db().prisma.inboundMessage.findMany({ include: { deliveries: true } });
    expect(stored).toMatchObject([
      { body: "STOP", accountId, msisdn: from, receivedAt: minutes(29), deliveries: [{ accountId }] },
    ]);
    expect(await db().prisma.blockedNumber.count({ where: { accountId, active: true } })).toBe(1);
    expect(await waiting()).toBe(0);
  });

  it("is one message however often its parts come, also after it was joined", async () => {
    const parts = partsOf("abc");
    await take([...parts.slice(0, 2), ...parts.slice(0, 2)]);
    await take(parts.slice(0, 2));
    expect(await waiting()).toBe(2);
    await take(parts.map((again) => ({ ...again, reference: `${again.reference} again` })));
    await take(
      parts.map((again) => ({ ...again, reference: `${again.reference} once more` })),
      minutes(9),
    );
    expect([await texts(), await waiting()]).toEqual([["abc"], 0]);
  });

  it("is another's where handset, shortcode, width, total or carrier differ", async () => {
    const other = newMobile();
    const places = [
      [{}, {}],
      [{}, { from: other }],
      [{}, { to: "2190" }],
      [{ bits: 16 }, {}],
      [{ total: 3 }, {}],
    ] as const;
    for (const [place, overrides] of places) await take(partsOf("ab", place, overrides).slice(0, 1));
    await take(partsOf("ab").slice(0, 1), NOON, "south");
    expect([await texts(), await waiting()]).toEqual([[], 6]);
    await take(partsOf("xy", {}, { from: other }).slice(1));
    expect([await texts(), await texts(other)]).toEqual([[], ["ay"]]);
  });

  it("may have the reference of one that was joined, that is too old, or that it contradicts", async () => {
    await take(partsOf("ab"));
    await take(partsOf("cd"));
    expect(await texts()).toEqual(["ab", "cd"]);
    await take(partsOf("ef").slice(0, 1), minutes(1));
    await take(partsOf("gh").slice(1), minutes(31));
    expect(await texts()).toEqual(["ab", "cd", "e[…]"]);
    await take(partsOf("ij").slice(0, 1), minutes(32));
    await take(partsOf("kl").slice(0, 1), minutes(33));
    await take(partsOf("mn"), minutes(34));
    expect((await texts()).slice(3)).toEqual(["ih", "k[…]", "mn"]);
    expect(await waiting()).toBe(0);
  });

  it("is completed by exactly one of many that bring its parts at once", async () => {
    for (let round = 0; round < 40; round++) {
      const reference = round;
      const parts = partsOf("0123456789", { reference });
      const batches = [parts.slice(0, 4), parts.slice(3, 7), parts.slice(6), parts.slice(5).reverse()];
      const results = await Promise.all([...batches, parts].map((batch) => take(batch)));
      expect(results.filter(({ stored }) => stored > 0)).toHaveLength(1);
    }
    expect(await texts()).toEqual(Array.from({ length: 40 }, () => "0123456789"));
    expect(await waiting()).toBe(0);
  });

  it("of many handsets at once holds up no other, in whatever order they come", async () => {
    const handsets = Array.from({ length: 100 }, newMobile);
    const all = handsets.flatMap((handset) => partsOf("xyz", {}, { from: handset }));
    await Promise.all([all, all.toReversed(), all, all.toReversed()].map((batch) => take(batch)));
    const stored = await db().prisma.inboundMessage.groupBy({ by: ["msisdn", "body"], _count: true });
    expect(stored).toHaveLength(100);
    expect(new Set(stored.map(({ body, _count }) => `${body} ${_count}`))).toEqual(new Set(["xyz 1"]));
  });

  it("leaves its parts as they were where the message cannot be stored", async () => {
    const parts = partsOf("ab");
    await take(parts.slice(0, 1));
    await db().query(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused at commit'; end $$`);
    await db().query(sql`create constraint trigger refuse after insert on inbound_messages
      deferrable initially deferred for each row execute function refuse()`);
    await expect(take(parts.slice(1))).rejects.toThrow("refused at commit");
    await db().query(sql`drop trigger refuse on inbound_messages`);
    expect([await texts(), await waiting()]).toEqual([[], 1]);
    await take(parts.slice(1));
    expect(await texts()).toEqual(["ab"]);
  });
});

describe("59: a message of which a part is missing", () => {
  it("is passed on after half an hour with a gap, by the sweep, and told of", async () => {
    const { accountId } = await testAccount();
    await listen(accountId);
    await sentMessage(accountId, from, NOON);
    const [a, , c] = partsOf("abc");
    await take(a ? [a] : []);
    await take(c ? [c] : [], minutes(29));
    await OPERATIONS.sweep(new Date(minutes(30).getTime() - 1));
    expect(await texts()).toEqual([]);
    await OPERATIONS.sweep(minutes(30));
    const stored = await db().prisma.inboundMessage.findMany({ include: { deliveries: true } });
    expect(stored).toMatchObject([{ body: "a[…]c", receivedAt: minutes(30), deliveries: [{ accountId }] }]);
    expect(await passOnParts(db(), minutes(60))).toBe(0);
  });

  it("is passed on or completed, never both", async () => {
    for (let round = 0; round < 20; round++) {
      const [a, b] = partsOf("ab", { reference: round });
      await take(a ? [a] : []);
      await Promise.all([
        take(b ? [b] : [], minutes(29)),
        passOnParts(db(), minutes(30)),
        passOnParts(db(), minutes(30)),
      ]);
      await passOnParts(db(), minutes(60));
    }
    const all = await texts();
    expect(all.join("").replaceAll("[…]", "")).toHaveLength(40);
    expect(new Set(all.filter((text) => !["ab", "a[…]", "[…]b"].includes(text)))).toEqual(new Set());
  });

  it("is passed on of many handsets and carriers, batch by batch", async () => {
    const handsets = Array.from({ length: 600 }, newMobile);
    for (const carrier of ["north", "south"])
      await take(
        handsets.flatMap((handset) => partsOf("ab", {}, { from: handset }).slice(1)),
        NOON,
        carrier,
      );
    expect(await passOnParts(db(), minutes(31))).toBe(1_200);
    expect(await waiting()).toBe(0);
  });
});

describe("what is too much", () => {
  it("of one handset is passed on by parts; what waits already is joined", async () => {
    for (let reference = 0; reference <= MAX_UNFINISHED_OF_HANDSET; reference++)
      await take(partsOf("ab", { reference }).slice(0, 1));
    expect([await texts(), await waiting()]).toEqual([["a[…]"], MAX_UNFINISHED_OF_HANDSET]);
    await take(partsOf("ab", { reference: 0 }).slice(1));
    await take(partsOf("cd", { reference: 99 }));
    expect(await texts()).toEqual(["a[…]", "ab", "cd"]);
  });

  it("of one carrier is passed on by parts", async () => {
    await db().query(sql`
      insert into inbound_parts (carrier, msisdn, shortcode, reference, reference_bits, total, number, octets,
        data_coding, alphabet, locking_table, single_table, received_at)
      select 'north', '6420' || n / 250, '552', 1, 16, 255, n % 250 + 1, 'x', 0, 'gsm', 0, 0, ${NOON}
      from generate_series(1, ${MAX_PARTS_OF_CARRIER}::int) as n`);
    await take(partsOf("abc").slice(0, 2));
    expect(await texts()).toEqual(["a[…]", "[…]b[…]"]);
    await take(partsOf("abc").slice(0, 2), NOON, "south");
    expect(await texts()).toHaveLength(2);
  });

  it("is a part that no handset sends: it is a message of its own", async () => {
    await take(partsOf("a", { total: 2, octets: Buffer.alloc(513, 0x61) }));
    expect([await texts(), await waiting()]).toEqual([["a".repeat(513)], 0]);
  });
});

it("keeps nothing of what was joined for longer than repetitions are known", async () => {
  await take(partsOf("ab"));
  expect(await db().prisma.inboundSeen.count()).toBe(2);
  await purgeExpired(db(), minutes(10));
  expect(await db().prisma.inboundSeen.count()).toBe(0);
});
