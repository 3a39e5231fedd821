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
import { carrierNamed } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase({ each: true });

const receivedAt = new Date("2026-11-20T00:00:00Z");
const report = (raw: string) => ({ raw, msisdn: "64211234567", receivedAt });
const north: Carrier = carrierNamed("north", 0, async () => []);

const rawsOf = async (carrier: string) =>
  (await db().prisma.unreadableReport.findMany({ where: { carrier }, orderBy: { id: "asc" } })).map(
    ({ raw }) => raw,
  );

it("are stored together before their carrier is told, and read by whoever administers", async () => {
  const events = carrierEvents(db(), north);
  await Promise.all(["one", "two\0"].map((raw) => events.unreadable([report(raw)])));
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
  const unread = { network: "north", number: "64211234567", receivedAt: "2026-11-20 13:00:00" };
  expect(await readUnmatchedReports(db())).toEqual({
    unreadable: [
      { ...unread, id: expect.any(String), raw: "two" },
      { ...unread, id: expect.any(String), raw: "one" },
    ],
    unknown: [
      {
        ...{
          id: "north/r1/a",
          network: "north",
          reference: "r1",
          number: "64219876543",
          code: 1,
          error: "027",
        },
        receivedAt: expect.any(String),
      },
    ],
  });
});

it("are the newest of each network", async () => {
  await keepUnreadable(db(), "south", [report("of another")]);
  const many = (name: string) => Array.from({ length: MAX_UNREADABLE + 1 }, (_, n) => report(`${name} ${n}`));
  await keepUnreadable(db(), "north", many("first"));
  await keepUnreadable(db(), "north", [report("last")]);
  const kept = await rawsOf("north");
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([MAX_UNREADABLE, "first 2", "last"]);
  expect(await rawsOf("south")).toEqual(["of another"]);
});

it("are deleted after two weeks", async () => {
  await keepUnreadable(db(), "north", [report("old")]);
  await purgeExpired(db(), new Date(Date.now() + UNREADABLE_MS - 60_000));
  expect(await rawsOf("north")).toEqual(["old"]);
  await purgeExpired(db(), new Date(Date.now() + UNREADABLE_MS + 60_000));
  expect(await rawsOf("north")).toEqual([]);
});
