import { expect, it } from "vitest";
import type { Carrier } from "@/lib/carriers/carrier";
import { db } from "@/lib/db/client";
import { carrierEvents } from "@/lib/jobs/carriers/carrier-events";
import { purgeExpired } from "@/lib/jobs/sweep/purge-expired";
import {
  keepUnreadable,
  MAX_UNREADABLE,
  readUnmatchedReports,
  UNREADABLE_MS,
} from "@/lib/messages/networks/unreadable-reports";
import { withUnknownStatus } from "@/lib/sms/text/raw-text";
import { carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase({ each: true });

const receivedAt = new Date("2026-11-20T00:00:00Z");
const report = (raw: string) => ({ kind: "report" as const, raw, msisdn: "64211234567", receivedAt });
const inbound = (raw: string) => ({ ...report(raw), kind: "inbound" as const });
const north: Carrier = carrierNamed("north", 0, async () => []);

async function rawsOf(carrier: string, kind = "report"): Promise<string[]> {
  const rows = await db().prisma.unreadableReport.findMany({
    where: { carrier, kind },
    orderBy: { id: "asc" },
  });
  return rows.map(({ raw }) => raw);
}

it("are stored together before their carrier is told, and read by whoever administers", async () => {
  const events = carrierEvents(db(), north);
  const given = [report("one"), report("two\0"), inbound("a reply")];
  await Promise.all(given.map((each) => events.unreadable([each])));
  await events.reports([
    {
      reference: "r1",
      key: "r1/a",
      code: 1,
      reportedAt: receivedAt,
      msisdn: "64219876543",
      errorCode: "027",
    },
  ]);
  expect(await rawsOf("north")).toEqual(["one", "two"]);
  const unread = { cell: 1, network: "north", number: "64211234567", receivedAt: "2026-11-20 13:00:00" };
  expect(await readUnmatchedReports(db())).toEqual({
    unreadable: [
      { ...unread, id: expect.any(String), raw: "two" },
      { ...unread, id: expect.any(String), raw: "one" },
    ],
    inbound: [{ ...unread, id: expect.any(String), raw: "a reply" }],
    unknownWords: [],
    unknown: [
      {
        id: "1/north/r1/a",
        cell: 1,
        network: "north",
        reference: "r1",
        number: "64219876543",
        code: 1,
        error: "027",
        receivedAt: expect.any(String),
      },
    ],
    cells: [],
    awayCells: [],
  });
});

it("are counted by the unknown status word", async () => {
  const withWord = (word: string) => report(withUnknownStatus(word, "short_message=id:7 stat:..."));
  await keepUnreadable(db(), "north", [withWord("XYZZY"), withWord("XYZZY"), report("Unknown statuses")]);
  await keepUnreadable(db(), "south", [withWord("NO SUCH")]);
  const at = { receivedAt: "2026-11-20 13:00:00" };
  expect((await readUnmatchedReports(db())).unknownWords).toEqual([
    { network: "north", word: "XYZZY", count: 2, ...at },
    { network: "south", word: "NO_SUCH", count: 1, ...at },
  ]);
});

it("are the newest of each network and kind", async () => {
  await keepUnreadable(db(), "south", [report("of another")]);
  await keepUnreadable(db(), "north", [inbound("a reply")]);
  const many = (name: string) => Array.from({ length: MAX_UNREADABLE + 1 }, (_, n) => report(`${name} ${n}`));
  await keepUnreadable(db(), "north", many("first"));
  await keepUnreadable(db(), "north", [report("last")]);
  const kept = await rawsOf("north");
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([MAX_UNREADABLE, "first 2", "last"]);
  expect(await rawsOf("south")).toEqual(["of another"]);
  expect(await rawsOf("north", "inbound")).toEqual(["a reply"]);
});

it("are deleted after two weeks", async () => {
  await keepUnreadable(db(), "north", [report("old")]);
  await purgeExpired(db(), new Date(Date.now() + UNREADABLE_MS - 60_000));
  expect(await rawsOf("north")).toEqual(["old"]);
  await purgeExpired(db(), new Date(Date.now() + UNREADABLE_MS + 60_000));
  expect(await rawsOf("north")).toEqual([]);
});
