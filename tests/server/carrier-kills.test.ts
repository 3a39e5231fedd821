import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { runKills } from "@/tests/support/kills/carrier-kills";

useTestDatabase();

it("28, 32: loses no message and repeats none unmarked while carriers and servers are killed", async () => {
  const { DATABASE_URL = "", AUTH_SECRET = "" } = process.env;
  const result = await runKills(db(), {
    messages: 300,
    perSecond: 20,
    kills: 4,
    seed: 1,
    isHurried: true,
    databaseUrl: DATABASE_URL,
    authSecret: AUTH_SECRET,
    tell: () => {},
  });
  expect(result.wrong).toEqual([]);
  expect(result.messages).toBe(300);
  expect(result.delivered).toBeGreaterThan(250);
  // Two of the kills hit servers.
  expect(result.repeatedWebhooks).toBeLessThanOrEqual(2 * 16);
});
