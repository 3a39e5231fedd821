import { encode } from "next-auth/jwt";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { sessionCookie } from "@/lib/http/sessions/session-cookie";
import { newId } from "@/lib/ids";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { type CallResult, call, type Handler, type TestAccount } from "@/tests/support/server/gateway";

/**
 * Returns the cookie of a person who has just signed in.
 * @param account the person's account. `personId` names the person; by default it is the account's first
 * person.
 */
export async function cookieOf(account: TestAccount & { personId?: number }): Promise<string> {
  const { accountId, personId = accountId } = account;
  const { prisma } = databaseOfAccount(db(), personId);
  const { sessionVersion } = await prisma.account.findUniqueOrThrow({
    where: { id: personId },
    select: { sessionVersion: true },
  });
  const claims = { sessionId: newId(), personId, sessionVersion };
  const at = { beganAt: new Date(), lastSeenAt: new Date() };
  await prisma.session.create({
    data: { id: claims.sessionId, accountId, personId, address: "203.0.113.7", browser: "", ...at },
  });
  return `${sessionCookie()}=${await encode({ token: claims, secret: TEST_SECRET })}`;
}

/** Calls a route of the Members Area as a page does: a read with parameters, or a change with JSON. */
export async function ask<Body = Record<string, unknown>>(
  handler: Handler,
  account: TestAccount,
  given: { query?: Record<string, string>; json?: object },
  headers: Record<string, string> = {},
): Promise<CallResult<Body>> {
  const cookie = headers.cookie ?? (await cookieOf(account));
  const own = { "sec-fetch-site": "same-origin", ...headers, cookie };
  return given.json === undefined
    ? call<Body>(handler, { method: "GET", query: given.query ?? {}, headers: own })
    : call<Body>(handler, { json: given.json, headers: own });
}
