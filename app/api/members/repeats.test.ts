import { beforeEach, expect, test } from "vitest";
import { MEMBER_CHANGES } from "@/tests/support/changes/changes";
import { handlerOf } from "@/tests/support/changes/objects";
import { useTestDatabase } from "@/tests/support/database/database";
import { everything } from "@/tests/support/database/everything";
import { ask, cookieOf } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});

/**
 * What a page may send twice where an answer was lost: it makes one object, or does one thing to it. A draft, which notes when it
 * was saved last, has a test of its own.
 */
const ONCE = [
  ...[
    "members/contacts",
    "members/contacts/lists",
    "members/contacts/lists/change",
    "members/contacts/import/save",
  ],
  ...[
    "members/auto-replies",
    "members/templates",
    "members/billing/alerts",
    "members/billing/auto-top-up",
    "members/inbox/tags",
  ],
  ...["members/webhooks/endpoints", "members/people/invite", "members/people/role", "members/people/join"],
  ...["members/sends/name", "members/sends/pause", "members/sends/resume", "members/messages/send/cancel"],
];

test.each(ONCE)("%s comes twice, and is done once", async (place) => {
  const prepare = MEMBER_CHANGES[place];
  if (!prepare) throw new Error(`There is no ${place}.`);
  const post = await handlerOf(place);
  const json = await prepare(own);
  const session = { cookie: await cookieOf(own) };
  expect(await ask(post, own, { json }, session)).toMatchObject({ status: 200 });
  const { activities: _, ...once } = await everything();
  const { status } = await ask(post, own, { json }, session);
  expect([200, 400, 404, 409]).toContain(status);
  const { activities: __, ...twice } = await everything();
  expect(twice).toEqual(once);
});
