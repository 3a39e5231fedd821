import { beforeAll, describe, expect, it, test } from "vitest";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { call, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: calls } = handlersOf("/api/members/integrations/calls");
const { POST: change } = handlersOf("/api/members/integrations/change");
const { POST: enable } = handlersOf("/api/members/integrations/enable");
const { GET: read } = handlersOf("/api/members/integrations/integration");
const { POST: remove } = handlersOf("/api/members/integrations/remove");
const { GET, POST } = handlersOf("/api/members/integrations");
const { POST: roll } = handlersOf("/api/members/integrations/secret");

useTestDatabase();

let account: TestAccount;
let shared: number;
beforeAll(async () => {
  account = await testAccount();
  const { shortcode } = db().prisma;
  shared = (await shortcode.findFirstOrThrow({ where: { ownerId: null, active: true } })).id;
});

const stored = ({ accountId }: TestAccount, kind: "automation" | "crm_a") =>
  db().prisma.integration.findUnique({ where: { accountId_kind: { accountId, kind } } });

describe("nobody else", () => {
  const doings = [
    ["change", change, { shortcodeId: 1 }],
    ["switch off", enable, { enabled: false }],
    ["roll the secret of", roll, {}],
    ["remove", remove, {}],
  ] as const;

  test.each(doings)(
    "may %s another account's integration, or one that there is not",
    async (_, handler, more) => {
      const own = await testAccount();
      await ask(POST, own, { json: { kind: "automation", shortcodeId: shared } });
      const before = await stored(own, "automation");
      const stranger = await testAccount();
      expect(await ask(handler, stranger, { json: { kind: "automation", ...more } })).toMatchObject({
        status: 404,
        body: { code: "not_found", error: "Automation is not set up." },
      });
      expect(before).not.toBeNull();
      expect(await stored(own, "automation")).toEqual(before);
      expect(await ask(handler, own, { json: { kind: "nonsense", ...more } })).toMatchObject({
        status: 404,
        body: { error: "There is no such integration." },
      });
    },
  );

  it("is told of integrations that there are not", async () => {
    for (const handler of [read, calls]) {
      expect(await ask(handler, account, { query: { kind: "constructor" } })).toMatchObject({ status: 404 });
    }
    const json = { kind: "toString", shortcodeId: shared };
    expect(await ask(POST, account, { json })).toMatchObject({ status: 404 });
  });

  it("is let in without a session, or from another site's page", async () => {
    for (const handler of [GET, read, calls]) {
      expect(await call(handler, { method: "GET", query: { kind: "crm_a" } })).toMatchObject({ status: 401 });
    }
    for (const handler of [POST, change, enable, roll, remove]) {
      const headers = { "sec-fetch-site": "same-origin" };
      expect(await call(handler, { json: { kind: "crm_a" }, headers })).toMatchObject({ status: 401 });
      const json = { kind: "crm_a", shortcodeId: shared };
      const cross = await ask(handler, account, { json }, { "sec-fetch-site": "cross-site" });
      expect(cross).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
    expect(await stored(account, "crm_a")).toBeNull();
  });
});
