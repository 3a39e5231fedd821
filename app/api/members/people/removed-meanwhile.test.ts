import { beforeAll, expect, it, vi } from "vitest";
import { lockBook } from "@/lib/contacts/lock-book";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { HeavyPlace } from "@/lib/http/limits/heavy-requests";
import { newId } from "@/lib/ids";
import { begun, contactsOf, saved, staged } from "@/tests/support/contacts";
import { useTestDatabase } from "@/tests/support/database/database";
import { someoneWaits } from "@/tests/support/database/lock-waits";
import { ask, cookieOf } from "@/tests/support/member";
import { addMember, personIn } from "@/tests/support/people";
import { itByHandlers } from "@/tests/support/server/by-handlers";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import "@/tests/support/server/send";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: file } = handlersOf("/api/members/blocked-numbers/export");
const { POST: remove } = handlersOf("/api/members/people/remove");
const { POST: setRole } = handlersOf("/api/members/people/role");
const { POST: send } = handlersOf("/api/members/send");
const { POST: switchTo } = handlersOf("/api/members/sessions/switch");

useTestDatabase();

/** The number of lines in the file: more than the server reads at once or ahead. */
const LINES = 4_000;

/** Begins to read a file. Returns a function that reads the rest and returns the number of lines. */
async function taking(
  who: TestAccount & { personId: number },
): Promise<{ cookie: string; rest: () => Promise<number> }> {
  const cookie = await cookieOf(who);
  const url = "http://localhost/api/members/blocked-numbers/export";
  const response = await file(new Request(url, { headers: { cookie, "sec-fetch-site": "same-origin" } }));
  const reader = response.body?.getReader();
  let taken = "";
  const read = async () => {
    const { done, value } = (await reader?.read()) ?? { done: true };
    taken += Buffer.from(value ?? []).toString("utf8");
    return done;
  };
  while (taken.split("\n").length < 100) await read();
  const rest = async () => {
    while (!(await read()));
    return taken.trim().split("\n").length - 1;
  };
  return { cookie, rest };
}

let owner: TestAccount;
beforeAll(async () => {
  owner = await testAccount();
  await db().query(sql`
    insert into blocked_numbers (account_id, msisdn, keyword, blocked_at)
    select ${owner.accountId}, '64211' || g, 'STOP', now() from generate_series(100000, ${99_999 + LINES}::int) as g`);
});

it.each([
  ["is removed", remove, {}],
  ["may read it no more", setRole, { role: "billing" }],
])("a file ends for a person who %s while they take it", async (_, handler, given) => {
  const sender = await personIn(owner, "sender");
  const { rest } = await taking(sender);
  const json = { personId: sender.personId, ...given };
  expect(await ask(handler, owner, { json })).toMatchObject({ status: 200 });
  await expect(rest()).rejects.toThrow();
});

it("a file is whole for a person who switches to another account while they take it", async () => {
  const sender = await personIn(owner, "sender");
  const { accountId } = await testAccount();
  await addMember({ accountId }, sender.personId, "billing");
  const { cookie, rest } = await taking(sender);
  expect(await ask(switchTo, sender, { json: { accountId } }, { cookie })).toMatchObject({ status: 200 });
  expect(await rest()).toBe(LINES);
});

itByHandlers(
  "a large send is not sent for a person who is removed while it waits for its place",
  async () => {
    const own = await testAccount({ balanceMicros: 1_000_000_000n });
    const sender = await personIn(own, "sender");
    const places = [new HeavyPlace(), new HeavyPlace()];
    for (const place of places) await place.enter(own.accountId);
    const to = Array.from({ length: 101 }, (_, at) => String(61_412_345_100 + at));
    const json = {
      key: newId(),
      sandbox: false,
      to,
      body: "Kia ora",
      messageClass: "transactional",
      unicode: false,
    };
    const entered = vi.spyOn(HeavyPlace.prototype, "enterFor");
    const late = ask(send, sender, { json });
    await expect.poll(() => entered.mock.calls.length).toBe(1);
    entered.mockRestore();
    expect(await ask(remove, own, { json: { personId: sender.personId } })).toMatchObject({ status: 200 });
    for (const place of places) place.leave();
    expect(await late).toMatchObject({ status: 401 });
    expect(await db().prisma.message.count({ where: { accountId: own.accountId } })).toBe(0);
  },
);

it.each([
  ["is removed", remove, {}, 401],
  ["may change contacts no more", setRole, { role: "billing" }, 403],
])(
  "an import is not saved for a person who %s while it waits for another change",
  async (_, handler, given, status) => {
    const own = await testAccount();
    const sender = await personIn(own, "sender");
    const id = await begun(sender);
    await staged(sender, { id, rows: [["0215550101", "Anna"]] });
    let late: ReturnType<typeof saved> | undefined;
    await db().transaction(async (tx) => {
      await lockBook(tx, own.accountId);
      late = saved(sender, { id, rows: 1 });
      await someoneWaits();
      const json = { personId: sender.personId, ...given };
      expect(await ask(handler, own, { json })).toMatchObject({ status: 200 });
    });
    expect(await late).toMatchObject({ status });
    expect(await contactsOf(own)).toEqual([]);
  },
);
