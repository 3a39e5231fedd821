import { beforeAll, describe, expect, it, test } from "vitest";
import type { MemberRoute } from "@/lib/contracts/members/operation";
import { ADMIN_ROUTES, MEMBER_ROUTES } from "@/tests/support/all-routes";
import { useTestDatabase } from "@/tests/support/database/database";
import { cookieOf } from "@/tests/support/member";
import { call, type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

useTestDatabase();

/** The routes that need no session. */
const OPEN = [
  "/api/members/sign-up",
  "/api/members/password/forgotten",
  "/api/members/password/reset",
  // A person who answers an invitation is not in the account yet.
  "/api/members/people/join",
  // The reader of the emailed link may have no account.
  "/api/members/email-senders/confirm",
];

type MemberEndpoint = { name: string; handler: Handler; method: "GET" | "POST" };

const offered = ({ method, path }: MemberRoute): MemberEndpoint => ({
  name: `${method} ${path}`,
  handler: handlersOf(path)[method],
  method,
});
const MEMBERS = MEMBER_ROUTES.filter(({ path }) => !OPEN.includes(path)).map(offered);
const ADMIN = ADMIN_ROUTES.map(offered);

let member: TestAccount;
let boss: TestAccount;
beforeAll(async () => {
  member = await testAccount();
  boss = await testAccount({ admin: true });
});

async function knock({ handler, method }: MemberEndpoint, headers: Record<string, string>) {
  return method === "GET" ? call(handler, { method, headers }) : call(handler, { json: {}, headers });
}

describe("the routes of the Members Area", () => {
  it("are looked at", () => {
    expect(MEMBERS.length).toBeGreaterThan(30);
    expect(ADMIN.length).toBeGreaterThan(8);
  });

  test.each([...MEMBERS, ...ADMIN])("$name is for who is signed in", async (offered) => {
    expect(await knock(offered, { "sec-fetch-site": "same-origin" })).toMatchObject({
      status: 401,
      body: { code: "invalid_credentials" },
    });
  });

  test.each([...MEMBERS, ...ADMIN].filter(({ method }) => method === "POST"))(
    "$name does nothing for another site's page",
    async (offered) => {
      const headers = { cookie: await cookieOf(boss), "sec-fetch-site": "cross-site" };
      expect(await knock(offered, headers)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    },
  );

  test.each(ADMIN)("$name is for administrators", async (offered) => {
    const headers = { cookie: await cookieOf(member), "sec-fetch-site": "same-origin" };
    expect(await knock(offered, headers)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });
});
