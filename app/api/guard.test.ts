import { beforeAll, describe, expect, it, test } from "vitest";
import type { MemberRoute } from "@/lib/contracts/members/operation";
import { ADMIN_ROUTES, MEMBER_ROUTES } from "@/tests/support/all-routes";
import { useTestDatabase } from "@/tests/support/database/database";
import { cookieOf } from "@/tests/support/member";
import { call, type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

useTestDatabase();

/** What a person may ask for before signing in. */
const OPEN = [
  "/api/members/sign-up",
  "/api/members/password/forgotten",
  "/api/members/password/reset",
  // The answer to an invitation comes from who is not in the account yet.
  "/api/members/people/join",
  // The link is sent to an address, whose reader need have no account.
  "/api/members/email-senders/confirm",
];

type Offered = { name: string; handler: Handler; method: "GET" | "POST" };

const offered = ({ method, path }: MemberRoute): Offered => ({
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

async function knock({ handler, method }: Offered, headers: Record<string, string>) {
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
