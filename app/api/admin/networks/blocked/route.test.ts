import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { books, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { sendFrom } from "@/tests/support/server/send";

const { POST: unblock } = handlersOf("/api/admin/networks/blocked/remove");
const { POST: block } = handlersOf("/api/admin/networks/blocked");
const { GET: routes } = handlersOf("/api/admin/networks/routes");

useTestDatabase({ each: true });

it("an administrator blocks numbers and lets some of them through, and a blocked message costs nothing", async () => {
  const boss = await testAccount({ admin: true });
  const sender = await testAccount({ balanceMicros: 1_000_000n });
  const done = { status: 200, body: { success: true } };
  expect(await ask(block, boss, { json: { prefix: "+64 21" } })).toMatchObject(done);
  expect(await ask(block, boss, { json: { prefix: "642112*", isException: true } })).toMatchObject(done);
  const refused = await ask(block, boss, { json: { prefix: "021-022" } });
  expect(refused).toMatchObject({ status: 400, body: { code: "invalid_parameter" } });
  expect(await ask(routes, boss, { query: {} })).toMatchObject({
    body: { blocked: ["6421", { except: "642112" }] },
  });
  const sent = (to: string) => sendFrom(sender, { to });
  expect(await sent("64213334567")).toMatchObject({
    status: 403,
    body: { code: "no_route", error: "This gateway sends nothing to numbers that begin with +6421." },
  });
  expect(await books(sender.accountId)).toMatchObject({ balance: 1_000_000n });
  expect(await sent("64211234567")).toMatchObject({ status: 200 });
  expect(await ask(unblock, boss, { json: { prefix: "642112" } })).toMatchObject(done);
  expect(await sent("64211234567")).toMatchObject({ status: 403 });
  expect(await ask(unblock, boss, { json: { prefix: "6421" } })).toMatchObject(done);
  expect(await ask(unblock, boss, { json: { prefix: "6421" } })).toMatchObject({ status: 404 });
  expect(await sent("64213334567")).toMatchObject({ status: 200 });
  const lines = (await db().prisma.activity.findMany()).map(({ details }) => details);
  expect(lines).toContainEqual({ excepted: "642112" });
  expect(lines).toContainEqual({ unblocked: "6421" });
});
