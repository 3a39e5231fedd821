import { expect, it } from "vitest";
import { EVENTS_KEPT_MS, keepEvents, MAX_EVENTS, noteCarrierEvent } from "@/lib/carriers/carrier-events";
import { MAX_LISTED_EVENTS, NETWORK_EVENT_KINDS } from "@/lib/contracts/admin/network-events";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET } = handlersOf("/api/admin/networks/events");

useTestDatabase({ each: true });

const AT = new Date("2026-11-20T00:00:00Z");
const keep = (carrier: string, reasons: readonly string[], kind = "lost") => {
  const event = { carrier, kind, link: 1, happenedAt: AT };
  const rows = reasons.map((reason) => ({ ...event, id: newId(), reason }));
  return keepEvents(db(), rows);
};
const reasonsOf = async (carrier: string) =>
  (await db().prisma.carrierEvent.findMany({ where: { carrier }, orderBy: { id: "asc" } })).map(
    ({ reason }) => reason,
  );

it("are kept without anybody waiting, and listed for administrators", async () => {
  noteCarrierEvent(db(), "north", { kind: "lost", link: 2, reason: `gone\0${"x".repeat(600)}` });
  noteCarrierEvent(db(), "south", { kind: "throttled" });
  await expect.poll(() => db().prisma.carrierEvent.count()).toBe(2);
  const boss = await testAccount({ admin: true });
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const id = expect.any(String);
  const cells = { cells: [], awayCells: [] };
  const south = { id, cell: 1, network: "south", kind: "throttled", link: null, reason: null, at };
  const north = {
    id,
    cell: 1,
    network: "north",
    kind: "lost",
    link: 2,
    reason: expect.stringMatching(/^gone.x{490,}$/),
    at,
  };
  expect((await ask(GET, boss, {})).body).toEqual({ events: [south, north], ...cells });
  expect((await ask(GET, boss, { query: { network: "north" } })).body).toEqual({ events: [north], ...cells });
  expect((await ask(GET, boss, { query: { network: "west" } })).body).toEqual({ events: [], ...cells });
});

it("are the newest of each network, and not all of them are listed", async () => {
  await keep("south", ["of another"]);
  await keep(
    "north",
    Array.from({ length: MAX_EVENTS }, (_, n) => `${n}`),
  );
  await keep("north", ["last", "very last"]);
  const kept = await reasonsOf("north");
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([MAX_EVENTS, "2", "very last"]);
  expect(await reasonsOf("south")).toEqual(["of another"]);
  const boss = await testAccount({ admin: true });
  const { body } = await ask<{ events: object[] }>(GET, boss, {});
  expect(body.events).toHaveLength(MAX_LISTED_EVENTS);
});

it("are of the kinds that are listed, and of no other", async () => {
  for (const kind of NETWORK_EVENT_KINDS) await keep("north", [kind], kind);
  expect(await reasonsOf("north")).toEqual([...NETWORK_EVENT_KINDS]);
  await expect(keep("north", ["lost"], "vanished")).rejects.toThrow(/carrier_events_kind_check/);
});

it("are deleted after a month", async () => {
  await keep("north", ["old"]);
  await purgeExpired(db(), new Date(Date.now() + EVENTS_KEPT_MS - 60_000));
  expect(await reasonsOf("north")).toEqual(["old"]);
  await purgeExpired(db(), new Date(Date.now() + EVENTS_KEPT_MS + 60_000));
  expect(await reasonsOf("north")).toEqual([]);
});
