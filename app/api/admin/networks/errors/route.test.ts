import { beforeEach, describe, expect, it } from "vitest";
import { listErrorRules } from "@/lib/contracts/admin/error-rules";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: remove } = handlersOf("/api/admin/networks/errors/remove");
const { GET: list, POST: set } = handlersOf("/api/admin/networks/errors");

useTestDatabase({ each: true });

let boss: TestAccount;
beforeEach(async () => {
  boss = await testAccount({ admin: true });
});

const listed = async () => (await ask(list, boss, { query: {} })).body as Record<string, unknown[]>;
const put = (json: object) => ask(set, boss, { json });

describe("the rules for networks' errors", () => {
  it("are listed, set, changed and removed, and each change is written down", async () => {
    expect(await listed()).toMatchObject({ rules: [], known: expect.any(Array) });
    expect(await put({ kind: "smpp", code: "0xB", action: "later", delayMs: 500 })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await put({ kind: "smpp", code: "0x0000000B", action: "elsewhere" })).toMatchObject({
      status: 200,
    });
    const body = await listed();
    expect(body).toEqual(listErrorRules.response.parse(body));
    expect(body.rules).toEqual([
      {
        kind: "smpp",
        code: "0x0000000B",
        action: "elsewhere",
        delayMs: 0,
        tries: null,
        name: "ESME_RINVDSTADR",
        cause: "The network says that there is no such number.",
        usual: { action: "refused", delayMs: 0, tries: null },
        exceptions: [],
      },
    ]);
    expect(body.known).toContainEqual({
      kind: "http",
      code: "21211",
      cause: "Twilio says that there is no such number.",
    });
    expect(await ask(remove, boss, { json: { kind: "smpp", code: "0xB" } })).toMatchObject({ status: 200 });
    expect(await listed()).toMatchObject({ rules: [] });
    const lines = (await db().prisma.activity.findMany({ orderBy: { id: "asc" } })).map(
      ({ details }) => details,
    );
    expect(lines).toEqual([
      { kind: "smpp", code: "0x0000000B", outcome: "later" },
      { kind: "smpp", code: "0x0000000B", outcome: "elsewhere" },
      { kind: "smpp", code: "0x0000000B", outcome: "removed" },
    ]);
  });

  it("name what is wrong with one, and change nothing then", async () => {
    for (const [json, error] of [
      [{ kind: "smpp", code: "pigeon", action: "refused" }, "The code must be a status of SMPP"],
      [{ kind: "smpp", code: "0xB", action: "login" }, "must be one of later, elsewhere"],
      [{ kind: "pigeon", code: "0xB", action: "refused" }, "kind"],
      [{ kind: "http", code: "7", action: "later", tries: 101 }, "tries"],
      [{ kind: "http", code: "7", action: "refused", delayMs: 1 }, "must have the action 'later'"],
    ] as const)
      expect(await put(json)).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } });
    const missing = await ask(remove, boss, { json: { kind: "http", code: "7" } });
    expect(missing).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await db().prisma.carrierErrorRule.count()).toBe(0);
    expect(await db().prisma.activity.count()).toBe(0);
  });
});
