import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { isHiddenPage } from "@/lib/http/paths/is-hidden-page";
import { useTestDatabase } from "@/tests/support/database/database";
import { cookieOf } from "@/tests/support/member";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

let ofMember: string;
let ofAdministrator: string;
beforeAll(async () => {
  ofMember = await cookieOf(await testAccount());
  const administrator = await testAccount();
  await db().prisma.account.update({ where: { id: administrator.accountId }, data: { isAdmin: true } });
  ofAdministrator = await cookieOf(administrator);
});

it("hides Administration from a member, and from nobody else", async () => {
  for (const path of ["/admin", "/admin/", "/admin/accounts/7"]) {
    expect(await isHiddenPage(path, ofMember)).toBe(true);
    expect(await isHiddenPage(path, ofAdministrator)).toBe(false);
    // The page leads to the sign-in page, and from there back.
    expect(await isHiddenPage(path, null)).toBe(false);
  }
});

it("hides no other page", async () => {
  for (const path of ["/", "/overview", "/administer"])
    expect(await isHiddenPage(path, ofMember)).toBe(false);
});
