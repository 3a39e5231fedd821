import { beforeAll, describe, expect, it } from "vitest";
import { claimAddress } from "@/lib/auth/directory/directory";
import { sendResetLinks } from "@/lib/auth/passwords/reset-links";
import { db } from "@/lib/db/client";
import { reloadEnv } from "@/lib/env";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { call, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: forgotten } = handlersOf("/api/members/password/forgotten");
const { POST: signUp } = handlersOf("/api/members/sign-up");

useTestCells();

beforeAll(() => {
  process.env.SIGNUP = "open";
  reloadEnv();
});

const headers = { "sec-fetch-site": "same-origin", host: "gateway.test" };
const forget = (email: string) => call(forgotten, { json: { email }, headers });
const register = (email: string) => call(signUp, { json: { name: "A shop", email, country: "NZ" }, headers });
const workOff = async (hours = 0) => {
  const at = new Date(Date.now() + hours * 3_600_000);
  for (const cell of [1, 2]) await sendResetLinks(openCell(cell), TEST_SECRET, at);
};
const linksOf = (accountId: number) => openCell(2).prisma.passwordReset.count({ where: { accountId } });
const waiting = () => Promise.all([1, 2].map((cell) => openCell(cell).prisma.resetRequest.count()));

describe.each(["is away", "hangs"] as const)("while the cell of an address %s", (how) => {
  it.each([
    ["asking for a link", forget],
    ["signing up", register],
  ])("%s is answered as for nobody, and the link comes once it is back", async (_, asking) => {
    const { userId, accountId } = await testAccount({}, openCell(2));
    await whileCell(2, how, async () => {
      const [nobody, somebody] = [await forget(`nobody-${accountId}@example.com`), await asking(userId)];
      expect([nobody.status, somebody.status]).toEqual([200, 200]);
      expect(somebody.body).toEqual(nobody.body);
      await sendResetLinks(db(), TEST_SECRET, new Date());
    });
    expect(await waiting()).toEqual([1, 0]);
    await expect
      .poll(
        async () => {
          await workOff();
          return linksOf(accountId);
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe(1);
    expect(await waiting()).toEqual([0, 0]);
  });
});

describe("a link for an address of another cell", () => {
  it("is one, though a server was killed when it had passed on what asks for it", async () => {
    const { userId, accountId } = await testAccount({}, openCell(2));
    await forget(userId);
    const asked = await db().prisma.resetRequest.findMany();
    await workOff();
    await db().prisma.resetRequest.createMany({ data: asked });
    await workOff();
    expect(await linksOf(accountId)).toBe(1);
    expect(await waiting()).toEqual([0, 0]);
    expect(await openCell(2).prisma.email.count({ where: { accountId } })).toBe(1);
  });

  it("keeps no link of home waiting, and is given up after an hour", async () => {
    const { userId } = await testAccount({}, openCell(2));
    const { userId: own, accountId } = await testAccount();
    await whileCell(2, "is away", async () => {
      for (let count = 0; count < 25; count++) {
        const id = `019a0000-0000-7000-8000-${String(count).padStart(12, "0")}`;
        await db().prisma.resetRequest.create({ data: { id, email: userId, requestedAt: new Date() } });
      }
      await forget(own);
      for (let run = 0; run < 2; run++) await sendResetLinks(db(), TEST_SECRET, new Date());
      expect(await db().prisma.passwordReset.count({ where: { accountId } })).toBe(1);
      expect(await db().prisma.resetRequest.count()).toBe(25);
      for (let run = 0; run < 2; run++)
        await sendResetLinks(db(), TEST_SECRET, new Date(Date.now() + 2 * 3_600_000));
    });
    expect(await waiting()).toEqual([0, 0]);
  });
});

it("signs up somebody whose address a crash has left in the directory", async () => {
  const email = "left-behind@example.com";
  await claimAddress(openCell(2), email, new Date());
  expect((await register(email)).status).toBe(200);
  expect(await openCell(2).prisma.account.count({ where: { email } })).toBe(1);
});
