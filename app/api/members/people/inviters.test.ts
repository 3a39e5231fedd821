import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { coOwnerOf, invited, type TestPerson } from "@/tests/support/people";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: resend } = handlersOf("/api/members/people/invite/resend");
const { POST: invite } = handlersOf("/api/members/people/invite");
const { POST: join } = handlersOf("/api/members/people/join");
const { POST: leave } = handlersOf("/api/members/people/leave");
const { POST: remove } = handlersOf("/api/members/people/remove");
const { POST: changeRole } = handlersOf("/api/members/people/role");

useTestDatabase();

let owner: TestAccount;
beforeEach(async () => {
  owner = await testAccount();
});

const joinBy = (token: string) =>
  call(join, {
    json: { token, name: "Robin", password: "a brand new password" },
    headers: { "sec-fetch-site": "same-origin" },
  });

describe("an invitation of an owner", () => {
  const leaving: [how: string, change: (of: TestPerson) => Promise<{ status: number }>][] = [
    ["is removed", ({ personId }) => ask(remove, owner, { json: { personId } })],
    ["gets another role", ({ personId }) => ask(changeRole, owner, { json: { personId, role: "sender" } })],
    ["leaves", (person) => ask(leave, person, { json: {} })],
  ];

  test.each(leaving)("ends when the owner %s, and invitations of other owners stay", async (_, change) => {
    const other = await coOwnerOf(owner);
    const [theirs, own] = [
      await invited(owner, { inviterId: other.personId }),
      await invited(owner, { inviterId: owner.accountId }),
    ];
    const json = { email: `${newId()}@example.com`, role: "sender" };
    expect(await ask(invite, other, { json })).toMatchObject({ status: 200 });
    const passedOn = await invited(owner, { inviterId: other.personId });
    expect(await ask(resend, owner, { json: { id: passedOn.id } })).toMatchObject({ status: 200 });
    expect(await change(other)).toMatchObject({ status: 200 });
    expect(await joinBy(theirs.token)).toMatchObject({ status: 400 });
    expect(await joinBy(own.token)).toMatchObject({ status: 200 });
    const left = await db().prisma.invitation.findMany({ where: { accountId: owner.accountId } });
    expect(left.map(({ id }) => id)).toEqual([passedOn.id]);
  });
});
