import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, test } from "vitest";
import { useTestDatabase } from "@/tests/support/database/database";
import { cookieOf } from "@/tests/support/member";
import { call, type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

/** What a person may ask for before signing in. */
const OPEN = [
  "members/sign-up",
  "members/password/forgotten",
  "members/password/reset",
  // The answer to an invitation comes from who is not in the account yet.
  "members/people/join",
  // The link is sent to an address, whose reader need have no account.
  "members/email-senders/confirm",
];

const MEMBERS = await routesUnder("members");
const ADMIN = await routesUnder("admin");

type Offered = { name: string; handler: Handler; method: "GET" | "POST" };

/** What the routes of a folder offer; a 405 comes before anything is asked about the caller. */
async function routesUnder(folder: string): Promise<Offered[]> {
  const files = readdirSync(path.join(import.meta.dirname, folder), { recursive: true, encoding: "utf8" });
  const places = files
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")))
    .filter((file) => path.posix.basename(file) === "route.ts")
    .map((file) => path.posix.dirname(file));
  const all = await Promise.all(
    places.map(async (place) => {
      const handlers = (await import(path.join(import.meta.dirname, place, "route.ts"))) as Record<
        string,
        Handler
      >;
      const allowed = (await (handlers.DELETE as Handler)(requestBy("DELETE"))).headers.get("allow") ?? "";
      return (["GET", "POST"] as const)
        .filter((method) => allowed.split(", ").includes(method))
        .map((method) => ({ name: `${method} ${place}`, handler: handlers[method] as Handler, method }));
    }),
  );
  return all.flat().filter(({ name }) => !OPEN.includes(name.replace(/^\w+ /, "")));
}

function requestBy(method: string): Request {
  return new Request("http://gateway.test/", { method });
}

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
