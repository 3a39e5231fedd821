import { beforeAll, expect, test } from "vitest";
import { MEMBER_CHANGES } from "@/tests/support/changes/changes";
import { handlerOf } from "@/tests/support/changes/objects";
import { useTestDatabase } from "@/tests/support/database/database";
import { everything } from "@/tests/support/database/everything";
import { ask, cookieOf } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

/** Changes whose input names no object: they affect the caller's account, or use a secret link. */
const NAME_NOTHING = [
  "members/api-keys",
  "members/auto-replies",
  "members/billing/alerts",
  "members/billing/auto-top-up",
  "members/billing/auto-top-up/resume",
  "members/billing/auto-top-up/stop",
  "members/billing/saved-card/remove",
  "members/blocked-numbers",
  "members/blocked-numbers/resubscribe",
  "members/contacts",
  "members/contacts/lists",
  "members/domains/request",
  "members/domains/withdraw",
  "members/email-senders",
  "members/email-senders/confirm",
  "members/integrations",
  "members/integrations/change",
  "members/integrations/enable",
  "members/integrations/remove",
  "members/integrations/secret",
  "members/integrations/shop-secret",
  "members/integrations/topics",
  "members/integrations/shop-secret/remove",
  "members/password",
  "members/password/reset",
  "members/people/invite",
  "members/people/join",
  "members/people/leave",
  "members/second-factor/confirm",
  "members/second-factor/remove",
  "members/send",
  "members/send/drafts",
  "members/sessions/end-others",
  "members/settings",
  "members/templates",
  "members/webhooks",
  "members/webhooks/endpoints",
  "members/webhooks/remove",
  "members/webhooks/replay",
  "members/webhooks/resume",
  "members/webhooks/secret",
];

const NAMING = Object.entries(MEMBER_CHANGES).filter(([place]) => !NAME_NOTHING.includes(place));

let stranger: TestAccount;
let cookie: string;
beforeAll(async () => {
  stranger = await testAccount();
  cookie = await cookieOf(stranger);
});

test.each(NAMING)("%s leaves an object of another account alone", async (place, prepare) => {
  const post = handlerOf(place);
  const json = await prepare(await testAccount());
  const before = await everything();
  const { status } = await ask(post, stranger, { json }, { cookie });
  // Removing several contacts returns the number of removed ones, which is none.
  expect(status).toBe(place === "members/contacts/remove" ? 200 : 404);
  const { contact_books: _, ...after } = await everything();
  // A first request inserts the caller's contact counter.
  expect(before).toMatchObject(after);
});
