import { encode } from "next-auth/jwt";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { sessionCookie } from "@/lib/http/sessions/session-cookie";
import { newId } from "@/lib/ids";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { type Called, call, type Handler, type TestAccount } from "@/tests/support/server/gateway";

/**
 * The cookie of a person who has just signed in.
 * @param account of the person: the one that they opened, unless `personId` says who it is.
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

/**
 * Calls a route of the Members Area as one of its pages does: reads with parameters, or changes with JSON.
 */
export async function ask<Body = Record<string, unknown>>(
  handler: Handler,
  account: TestAccount,
  given: { query?: Record<string, string>; json?: object },
  headers: Record<string, string> = {},
): Promise<Called<Body>> {
  const cookie = headers.cookie ?? (await cookieOf(account));
  const own = { "sec-fetch-site": "same-origin", ...headers, cookie };
  return given.json === undefined
    ? call<Body>(handler, { method: "GET", query: given.query ?? {}, headers: own })
    : call<Body>(handler, { json: given.json, headers: own });
}
