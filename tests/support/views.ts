import { expect } from "vitest";
import { readSession } from "@/lib/http/sessions/session";
import { ask, cookieOf } from "@/tests/support/member";
import type { TestAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: begin } = handlersOf("/api/admin/accounts/view");

/** Returns the cookie of an administrator's session that views an account. */
export async function viewingCookie(boss: TestAccount, { accountId }: TestAccount): Promise<string> {
  const cookie = await cookieOf(boss);
  const json = { accountId, reason: "Ticket 17" };
  expect(await ask(begin, boss, { json }, { cookie })).toMatchObject({ status: 200 });
  return cookie;
}

/** Returns the claims in a session's cookie. */
export async function claimsOf(cookie: string) {
  const claims = await readSession(cookie);
  if (!claims) throw new Error("This is no cookie of a session.");
  return claims;
}
