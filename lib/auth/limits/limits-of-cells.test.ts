import { afterEach, describe, expect, it, vi } from "vitest";
import { countInvitation } from "@/lib/accounts/people/invitations";
import { databaseOfEmail } from "@/lib/auth/directory/directory";
import { FAILURES_ALLOWED, INVITED_ALLOWED_A_DAY } from "@/lib/auth/limits/auth-failures";
import { resetPassword } from "@/lib/auth/passwords/change-password";
import { verifyPassword } from "@/lib/auth/passwords/verify-password";
import { db } from "@/lib/db/client";
import type { GatewayError } from "@/lib/errors";
import { openCell, useTestCells, whileCell } from "@/tests/support/database/cells";
import { testAccount } from "@/tests/support/server/gateway";

useTestCells();
afterEach(() => vi.restoreAllMocks());

const NOW = new Date("2026-11-20T00:00:00Z");
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: GatewayError) => error.code,
  );
let places = 0;
const newPlace = () => `198.51.100.${++places}`;
/** A time after the lifetime of a process's cache. */
const later = (minutes = 1) => new Date(NOW.getTime() + minutes * 60_000);

async function tryPassword(email: string, address: string, at: Date): Promise<string | null> {
  const own = await databaseOfEmail(db(), email, at);
  return codeOf(verifyPassword(own, { email, password: `not this one ${email}`, address }, at));
}

/** Uses up the attempts of an address, for accounts that do not exist. */
async function spend(address: string): Promise<void> {
  for (let count = 0; count < FAILURES_ALLOWED.address; count++)
    await tryPassword(`nobody${count}@example.com`, address, NOW);
}

describe("the limits of an address", () => {
  it("are the same whichever cell an account is in, so that they tell nobody where there is one", async () => {
    const address = newPlace();
    const away = await testAccount({}, openCell(2));
    await spend(address);
    const tried = ["nobody@example.com", away.userId, "somebody-else@example.com"];
    for (const [index, email] of tried.entries())
      expect(await tryPassword(email, address, later(index + 1))).toBe("too_many_requests");
  });

  it("are what its account's right password takes back, wherever that is counted", async () => {
    const address = newPlace();
    const { userId: email, password } = await testAccount({}, openCell(2));
    const counted = () => db().prisma.authFailure.aggregate({ _sum: { failures: true } });
    const before = await counted();
    await verifyPassword(openCell(2), { email, password, address }, NOW);
    expect(await counted()).toEqual(before);
    expect(await openCell(2).prisma.authFailure.count({ where: { failures: { gt: 0 } } })).toBe(0);
  });

  it("are counted in the account's cell while home does not answer", async () => {
    const address = newPlace();
    const { userId: email, password } = await testAccount({}, openCell(2));
    await databaseOfEmail(db(), email, NOW);
    await whileCell(1, "is away", async () => {
      expect(await tryPassword(email, address, NOW)).toBe("invalid_credentials");
      expect(
        (await verifyPassword(openCell(2), { email, password, address }, NOW)).accountId,
      ).toBeGreaterThan(40_000_000);
    });
    expect(await openCell(2).prisma.authFailure.count({ where: { failures: 1 } })).toBe(2);
  });

  it("are not as many as cells that the links of emails name", async () => {
    const address = newPlace();
    const follow = (cell: number) =>
      codeOf(
        resetPassword(openCell(cell), { token: `${cell}.wrong`, password: "a new password" }, address, NOW),
      );
    for (let count = 0; count < FAILURES_ALLOWED.account; count++)
      expect(await follow([1, 2, 3][count % 3] ?? 1)).toBe("invalid_parameter");
    for (const cell of [1, 2, 3]) expect(await follow(cell)).toBe("too_many_requests");
  });
});

it("sends one mailbox no more invitations a day than one cell would", async () => {
  const [email, address] = ["mailbox@example.com", newPlace()];
  const inviteFrom = (cell: number, accountId: number) =>
    codeOf(countInvitation(openCell(cell), { accountId, email, address }, NOW));
  const codes = [];
  for (let count = 0; count < INVITED_ALLOWED_A_DAY + 3; count++)
    codes.push(await inviteFrom([1, 2, 3][count % 3] ?? 1, 1_000 + count));
  expect(codes.filter((code) => code === null)).toHaveLength(INVITED_ALLOWED_A_DAY);
});
