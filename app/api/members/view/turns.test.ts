import { expect, it } from "vitest";
import { LEDGER_COLUMNS } from "@/lib/billing/statements/ledger";
import { inLongTurn } from "@/lib/http/body/turns";
import { useTestDatabase } from "@/tests/support/database/database";
import { call, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { viewingCookie } from "@/tests/support/views";

const { GET: exportLedger } = handlersOf("/api/members/billing/ledger/export");

useTestDatabase();

it("takes a file of an account in the turns of its administrator, and waits for none of the account's", async () => {
  const [boss, shop] = [await testAccount({ admin: true }), await testAccount()];
  const cookie = await viewingCookie(boss, shop);
  let end = () => {};
  const listing = inLongTurn(shop.accountId, () => new Promise<void>((resolve) => (end = resolve)));
  const file = await call(exportLedger, { method: "GET", query: {}, headers: { cookie } });
  expect([file.status, file.text.split(",")[0]]).toEqual([200, LEDGER_COLUMNS[0]]);
  end();
  await listing;
});
