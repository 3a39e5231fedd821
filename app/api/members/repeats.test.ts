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
 * The requests that a page may repeat after a lost response. A repeat has no further effect. Saving a draft
 * updates its time, so it has a test of its own.
 */
const ONCE = [
  "api-keys/limit",
  "auto-replies",
  "auto-replies/change",
  "auto-replies/enable",
  "auto-replies/remove",
  "billing/alerts",
  "billing/alerts/change",
  "billing/alerts/remove",
  "billing/auto-top-up",
  "billing/auto-top-up/resume",
  "billing/auto-top-up/stop",
  "billing/saved-card/remove",
  "contacts",
  "contacts/change",
  "contacts/fields/remove",
  "contacts/import/save",
  "contacts/lists",
  "contacts/lists/change",
  "contacts/lists/remove",
  "contacts/lists/rename",
  "contacts/remove",
  "inbox/tags",
  "inbox/tags/remove",
  "messages/cancel",
  "messages/send/cancel",
  "people/invite",
  "people/invite/withdraw",
  "people/join",
  "people/leave",
  "people/owner",
  "people/remove",
  "people/role",
  "send/drafts/remove",
  "sends/name",
  "sends/pause",
  "sends/resume",
  "sessions/end",
  "sessions/end-others",
  "sessions/switch",
  "templates",
  "templates/change",
  "templates/remove",
  "webhooks/endpoints",
  "webhooks/endpoints/change",
  "webhooks/endpoints/pause",
  "webhooks/endpoints/remove",
  "webhooks/endpoints/resume",
].map((place) => `members/${place}`);

test.each(ONCE)("%s comes twice, and is done once", async (place) => {
  const prepare = MEMBER_CHANGES[place];
  if (!prepare) throw new Error(`There is no ${place}.`);
  const post = handlerOf(place);
  const json = await prepare(own);
  const session = { cookie: await cookieOf(own) };
  expect(await ask(post, own, { json }, session)).toMatchObject({ status: 200 });
  const { activities: _, ...once } = await everything();
  const { status } = await ask(post, own, { json }, session);
  // A person who left is signed out, and a former owner is refused.
  expect([200, 400, 401, 403, 404, 409]).toContain(status);
  const { activities: __, ...twice } = await everything();
  expect(twice).toEqual(once);
});
