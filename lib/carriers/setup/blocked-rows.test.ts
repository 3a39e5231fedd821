import { describe, expect, it, test } from "vitest";
import { newestRoutes } from "@/lib/carriers/route-table";
import { blockRange, listBlocked, unblockRange } from "@/lib/carriers/setup/blocked-rows";
import { readRoutes, replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { db } from "@/lib/db/client";
import { explainRoute } from "@/lib/messages/send/routing/explain-route";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase({ each: true });

const block = (prefix: string, isException = false) =>
  db().transaction((tx) => blockRange(tx, { prefix, isException }));
const unblock = (prefix: string) => db().transaction((tx) => unblockRange(tx, prefix));
const to = [{ carrier: "simulator", tier: 0, weight: 1 }];

describe("blocked ranges", () => {
  it("are added and removed one by one, as anybody writes them", async () => {
    expect(await block("+64 900")).toEqual({ prefix: "64900", isException: false });
    await block("882*");
    await block("882*");
    expect(await block("00882-1", true)).toEqual({ prefix: "8821", isException: true });
    expect(await listBlocked(db())).toEqual([
      { prefix: "64900", isException: false },
      { prefix: "882", isException: false },
      { prefix: "8821", isException: true },
    ]);
    expect(await unblock("^64900")).toEqual({ prefix: "64900", removed: true });
    expect((await readRoutes(db())).blocked).toEqual(["882", { except: "8821" }]);
  });

  it("count as a change of the routes, and decide by the longest", async () => {
    const { version } = await newestRoutes(db(), new Date());
    await block("64");
    await block("6421", true);
    expect((await newestRoutes(db(), new Date())).version).toBeGreaterThan(version);
    const asked = (msisdn: string) =>
      explainRoute(
        db(),
        { msisdn, sender: "552", accountId: 0, sendType: "sms", messageClass: "transactional" },
        new Date(),
      );
    expect(await asked("64211234567")).toMatchObject({ carrier: "simulator", route: 1 });
    expect(await asked("64221234567")).toMatchObject({
      carrier: null,
      why: "This gateway sends nothing to numbers that begin with +64.",
    });
  });

  test.each([
    ["", "'' is not the beginning of numbers. Enter one, such as 882 or +64 900."],
    ["882-883", "'882-883' is not the beginning of numbers."],
    ["x".repeat(200), `'${"x".repeat(40)}' is not`],
  ])("have a beginning: not %j", async (prefix, problem) => {
    await expect(block(prefix)).rejects.toThrow(problem);
    await expect(unblock(prefix)).rejects.toThrow(problem);
  });

  it("have exceptions within them alone", async () => {
    await expect(block("8821", true)).rejects.toThrow(
      "Blocked ranges: the exception 8821 is in no blocked range.",
    );
    await block("882");
    await block("8821", true);
    await expect(unblock("882")).rejects.toThrow("the exception 8821 is in no blocked range");
    await expect(unblock("883")).rejects.toThrow("There is no blocked range 883.");
    const file = (blocked: unknown[]) =>
      db().transaction((tx) => replaceRoutes(tx, { routes: [{ targets: to }], blocked }));
    await expect(file([{ except: "+8821" }])).rejects.toThrow(
      "blocked: the exception 8821 is in no blocked range.",
    );
    await expect(file(["882", { except: "882" }])).rejects.toThrow(
      "blocked: 882 is both blocked and an exception.",
    );
    await expect(file([{ except: "882", why: "" }])).rejects.toThrow("Unrecognized key");
    await file(["+64 900", "882*", { except: "8821x" }]);
    expect((await readRoutes(db())).blocked).toEqual(["64900", "882", { except: "8821" }]);
  });

  it("are at most a thousand", async () => {
    const data = Array.from({ length: 1_000 }, (_, index) => ({ prefix: `9${index}` }));
    await db().prisma.blockedDestination.createMany({ data });
    await expect(block("882")).rejects.toThrow("There are 1000 blocked ranges already.");
    expect(await block("999")).toEqual({ prefix: "999", isException: false });
  });
});
