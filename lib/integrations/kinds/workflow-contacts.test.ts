import { describe, expect, it } from "vitest";
import { POST as crmB } from "@/app/crm-b/workflow.php/route";
import { useTestDatabase } from "@/tests/support/database/database";
import { queryOf, testIntegration } from "@/tests/support/integration";
import { call, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { MOBILE } from "@/tests/support/server/send";

useTestDatabase();

describe("a contact", () => {
  const FAX = { value: "021 123" };
  it.each([
    [
      "the mobile after a landline",
      "NZ",
      { data: { phones: [{ value: "09 300 1234" }, { value: MOBILE }] } },
      MOBILE,
    ],
    [
      "what comes after a number too short",
      "NZ",
      { current: { phone: [FAX, { value: "021 123 4567" }] } },
      MOBILE,
    ],
    [
      "the mobile of the account's country",
      "AU",
      { data: { phones: [{ value: "0412 345 678" }] } },
      "61412345678",
    ],
    [
      "the first where none can receive",
      "NZ",
      { data: { phones: [{ value: "" }, { value: "09 300 1234" }, FAX] } },
      "6493001234",
    ],
  ])("a person with several phones is texted at %s", async (_, country, body, msisdn) => {
    const account = await testAccount({ country });
    const set = await testIntegration(account, "crm_b");
    const query = { ...queryOf(set, "secret"), message: "Kia ora" };
    expect((await call(crmB, { query, json: body })).status).toBe(200);
    expect(await messagesOf(account.accountId)).toMatchObject([{ msisdn }]);
  });
});
