import { afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { sendResetLinks } from "@/lib/auth/passwords/reset-links";
import { signIn } from "@/lib/auth/sign-in";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { reloadEnv } from "@/lib/env";
import { ADMIN_ROUTES, MEMBER_ROUTES } from "@/tests/support/all-routes";
import { ADMIN_CHANGES, MEMBER_CHANGES } from "@/tests/support/changes/changes";
import { handlerOf, secondFactor } from "@/tests/support/changes/objects";
import { useTestDatabase } from "@/tests/support/database/database";
import { everything } from "@/tests/support/database/everything";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { ask, cookieOf } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

/** Routes that write no activity line: they only prepare a change, or send a message or email. */
const NOT_WRITTEN_DOWN = [
  // An import's rows are separate from the contacts until they are saved.
  "members/contacts/import",
  "members/contacts/import/cancel",
  "members/contacts/import/rows",
  "admin/networks/try",
  "members/auto-replies/try",
  "members/billing/card",
  "members/billing/saved-card",
  "members/email-senders/link",
  "members/handset",
  "members/password/forgotten",
  "members/second-factor/begin",
  "members/send/preview",
  "members/sign-up",
  "members/webhooks/test",
  "members/webhooks/endpoints/test",
];

/** A route that needs a session in a special state. The test of that route covers its commit. */
const TRIED_ELSEWHERE = ["members/view/end"];

/** The number of accounts with a line about the change, if there are several. */
const LINES: Record<string, number> = { "admin/accounts/view": 2 };

let own: TestAccount;
let boss: TestAccount;
beforeAll(async () => {
  Object.assign(process.env, { NIGHT_START: "00:00", NIGHT_END: "00:00" });
  reloadEnv();
  boss = await testAccount({ admin: true });
  await db().query(sql`
    create function no_line() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
  for (const table of ["activities", "emails"]) {
    const text = `create trigger no_line before insert on ${table} for each row execute function no_line()`;
    await db().query({ text, values: [] });
  }
  await killAt("nothing");
});
beforeEach(async () => {
  own = await testAccount();
});
afterEach(() => killAt("nothing"));

/** Makes a server "die" just before it writes an activity line, or an email. */
async function killAt(killed: "activities" | "emails" | "nothing"): Promise<void> {
  for (const table of ["activities", "emails"]) {
    const text = `alter table ${table} ${table === killed ? "enable" : "disable"} trigger no_line`;
    await db().query({ text, values: [] });
  }
}

const CASES = [
  ...Object.entries(MEMBER_CHANGES).map(([place, prepare]) => ({ place, prepare, who: () => own })),
  ...Object.entries(ADMIN_CHANGES).map(([place, prepare]) => ({ place, prepare, who: () => boss })),
];

describe("a change and the line that tells of it are one commit", () => {
  test.each(CASES)("$place", async ({ place, prepare, who }) => {
    const post = handlerOf(place);
    const json = await prepare(own);
    const session = { cookie: await cookieOf(who()) };
    const before = await everything();
    await killAt("activities");
    expect(await ask(post, who(), { json }, session)).toMatchObject({ status: 500 });
    expect(await everything()).toEqual(before);
    await killAt("nothing");
    const lines = await db().prisma.activity.count();
    const { activities: _lines, ...others } = before;
    expect(await ask(post, who(), { json }, session)).toMatchObject({ status: 200 });
    expect(await everything()).not.toMatchObject(others);
    expect(await db().prisma.activity.count()).toBe(lines + (LINES[place] ?? 1));
  });

  it("for every route that changes something", () => {
    const changing = [...MEMBER_ROUTES, ...ADMIN_ROUTES]
      .filter(({ method }) => method === "POST")
      .map(({ path }) => path.replace("/api/", ""));
    expect(changing.sort()).toEqual(
      [...CASES.map(({ place }) => place), ...NOT_WRITTEN_DOWN, ...TRIED_ELSEWHERE].sort(),
    );
  });

  it("for signing in, which uses up a recovery code", async () => {
    const [code] = await secondFactor(own);
    const given = { email: own.userId, password: own.password, code };
    const where = { address: "203.0.113.9", browser: "", authSecret: TEST_SECRET };
    const enter = () => signIn(db(), given, where, new Date());
    const before = await everything();
    await killAt("activities");
    await expect(enter()).rejects.toThrow("killed");
    expect(await everything()).toEqual(before);
    await killAt("nothing");
    expect(await enter()).toMatchObject({ personId: own.accountId });
  });
});

describe("a change and the email that tells of it are one commit", () => {
  const told = [
    "members/password",
    "members/password/reset",
    "members/people/invite",
    "members/people/invite/resend",
    "admin/domains/approve",
    "admin/domains/reject",
  ];
  test.each(CASES.filter(({ place }) => told.includes(place)))("$place", async ({ place, prepare, who }) => {
    const post = handlerOf(place);
    const json = await prepare(own);
    const session = { cookie: await cookieOf(who()) };
    const before = await everything();
    await killAt("emails");
    expect(await ask(post, who(), { json }, session)).toMatchObject({ status: 500 });
    expect(await everything()).toEqual(before);
  });

  it("for a link that is asked for", async () => {
    const post = handlerOf("members/password/forgotten");
    expect(await ask(post, own, { json: { email: own.userId } })).toMatchObject({ status: 200 });
    const before = await everything();
    await killAt("emails");
    await expect(sendResetLinks(db(), TEST_SECRET, new Date())).rejects.toThrow("killed");
    expect(await everything()).toEqual(before);
    await killAt("nothing");
    await sendResetLinks(db(), TEST_SECRET, new Date());
    expect(await db().prisma.email.count({ where: { accountId: own.accountId } })).toBe(1);
  });
});
