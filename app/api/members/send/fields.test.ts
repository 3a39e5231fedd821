import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import type { SendPreview, SendSummary } from "@/lib/contracts/members/send";
import { db } from "@/lib/db/client";
import { setHandOver } from "@/lib/messages/hand-over/hand-over";
import type { LeasedMessage } from "@/lib/queue/leased";
import { handingTo } from "@/tests/support/carrier";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { itByHandlers } from "@/tests/support/server/by-handlers";
import { books, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";
import { NOON } from "@/tests/support/server/send";

const { POST: preview } = handlersOf("/api/members/send/preview");
const { POST } = handlersOf("/api/members/send");

useTestDatabase();

const TO = ["64211110001", "64211110002", "64211110003"];
const LONG = "x".repeat(170);

let account: TestAccount;
let keys = 0;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  account = await testAccount();
});
afterEach(() => void vi.useRealTimers());

const fields = (columns: Record<string, string[]>) =>
  Object.entries(columns).map(([name, values]) => ({ name, values: values.join("\n") }));
const form = (given: object) => ({
  to: TO,
  messageClass: "transactional",
  key: `test-key-of-fields-${++keys}`,
  ...given,
});
const asked = (given: object) => ask<SendSummary>(POST, account, { json: form(given) });
const texts = async () => (await messagesOf(account.accountId)).map(({ body }) => body);

describe("a text with fields", () => {
  it("goes to each with the recipient's values, and each is billed by its own parts", async () => {
    const { balance } = await books(account.accountId);
    const body = "Hi {{Name}}, your table is for {{ seats }}. {{note|See you!}}";
    const columns = { name: ["Ana", "Bär", "{{seats}} $&"], SEATS: ["2", "4", "6"], note: ["", LONG, "Bye"] };
    const { status, body: summary } = await asked({ body, fields: fields(columns) });
    expect(status).toBe(200);
    expect(summary).toMatchObject({ total: 3, accepted: 3, parts: 1, mostParts: 2, price: "0.46" });
    const messages = await messagesOf(account.accountId);
    expect(messages.map(({ body: text, parts }) => [text, parts])).toEqual([
      ["Hi Ana, your table is for 2. See you!", 1],
      [`Hi Bar, your table is for 4. ${LONG}`, 2],
      ["Hi {{seats}} $&, your table is for 6. Bye", 1],
    ]);
    expect((await books(account.accountId)).balance).toBe(balance - 460_000n);
    const entries = await db().prisma.ledgerEntry.findMany({ where: { accountId: account.accountId } });
    expect(
      entries
        .map(({ segments }) => segments)
        .filter(Boolean)
        .sort(),
    ).toEqual([1, 1, 2]);
  });

  it("is sent as it stands where no fields are given", async () => {
    await asked({ body: "Hi {{name}}" });
    expect(await texts()).toEqual(Array(3).fill("Hi {{name}}"));
  });

  it("leaves out recipients that are no number, and theirs are the only values it does not look at", async () => {
    const to = [TO[0], "nobody", TO[1]];
    const { body } = await asked({ to, body: "Hi {{name}}", fields: fields({ name: ["Ana", "", "Ben"] }) });
    expect(body).toMatchObject({ total: 3, accepted: 2, failed: 1 });
    expect(await texts()).toEqual(["Hi Ana", "Hi Ben"]);
  });

  it("is sent as Unicode where that was asked for", async () => {
    account = await testAccount({ unicode: true });
    const given = { body: "Hi {{name}}", unicode: true, fields: fields({ name: ["Ana", "Māui", "王"] }) };
    expect((await asked(given)).status).toBe(200);
    const messages = await messagesOf(account.accountId);
    expect(messages.map(({ body, encoding }) => [body, encoding])).toEqual([
      ["Hi Ana", "UCS2"],
      ["Hi Māui", "UCS2"],
      ["Hi 王", "UCS2"],
    ]);
  });

  it("is sent once for its key, and another value is another request", async () => {
    const given = form({ body: "Hi {{name}}", fields: fields({ name: ["Ana", "Ben", "Cy"] }) });
    const [first, again] = [
      await ask<SendSummary>(POST, account, { json: given }),
      await ask<SendSummary>(POST, account, { json: given }),
    ];
    expect(again.body).toEqual(first.body);
    expect(await texts()).toHaveLength(3);
    const other = { ...given, fields: fields({ name: ["Ana", "Ben", "Di"] }) };
    expect(await ask(POST, account, { json: other })).toMatchObject({
      status: 409,
      body: { code: "idempotency_conflict" },
    });
  });

  it("is refused whole where the balance does not cover all of its texts", async () => {
    account = await testAccount({ balanceMicros: 459_999n });
    const given = { body: "{{note}}", fields: fields({ note: ["a", LONG, "b"] }) };
    expect(await asked(given)).toMatchObject({ status: 403, body: { code: "insufficient_funds" } });
    expect(await texts()).toEqual([]);
    expect((await books(account.accountId)).balance).toBe(459_999n);
  });

  it("is previewed with the price of its texts, and nothing is sent", async () => {
    const { key: _, ...json } = form({ body: "{{note}}", fields: fields({ note: ["a", LONG, "b"] }) });
    const { body } = await ask<SendPreview>(preview, account, { json });
    expect(body).toMatchObject({ price: "0.46", parts: 1, mostParts: 2, text: "a", covered: true });
    expect(await texts()).toEqual([]);
  });

  it("is held for those alone whose text has a link that is not approved", async () => {
    const columns = { link: ["https://shop.example.com/1", "none", "see other.example.org"] };
    const given = { body: "Yours: {{link}}", fields: fields(columns) };
    await db().prisma.approvedDomain.create({
      data: { accountId: account.accountId, domain: "example.com", approvedAt: NOON },
    });
    const { key: _, ...json } = form(given);
    const { body: shown } = await ask<SendPreview>(preview, account, { json });
    expect(shown.heldDomains).toEqual(["other.example.org"]);
    const { body } = await asked(given);
    expect(body).toMatchObject({ accepted: 2, held: 1, heldDomains: ["other.example.org"] });
    const messages = await messagesOf(account.accountId);
    expect(messages.map(({ heldHosts }) => heldHosts)).toEqual([[], [], ["other.example.org"]]);
  });

  itByHandlers("is handed over as it was accepted", async () => {
    const handed: LeasedMessage[] = [];
    setHandOver(handingTo((messages) => void handed.push(...messages)));
    await asked({ body: "Hi {{name}}", fields: fields({ name: ["Ana", "Ben", "Cy"] }) });
    setHandOver(undefined);
    expect(handed.map(({ msisdn, body }) => [msisdn, body])).toEqual([
      [TO[0], "Hi Ana"],
      [TO[1], "Hi Ben"],
      [TO[2], "Hi Cy"],
    ]);
  });
});

const NAMES = ["Ana", "Ben", "Cy"];
test.each([
  ["a name that no column has", "Hi {{nmae}}", { name: NAMES }, "names {{nmae}}, which is not a field."],
  [
    "a value that is missing",
    "Hi {{name}}",
    { name: ["Ana", " ", "Cy"] },
    "There is no value of {{name}} for '64211110002'.",
  ],
  ["a value too long", "Hi {{name}}", { name: ["Ana", "x".repeat(201), "Cy"] }, "longer than 200 characters"],
  [
    "a text too long",
    `${"x".repeat(1_700)}{{name}}`,
    { name: NAMES },
    "The text for '64211110001' is longer than 11 parts.",
  ],
  ["a text that grows too long", "{{name}}".repeat(2_000), { name: NAMES }, "is longer than 11 parts."],
  ["a text of nothing", "{{name}}", { name: ["a", "\u200b", "b"] }, "no characters that can be sent"],
  ["too few values", "Hi {{name}}", { name: ["Ana"] }, "'name' has 1 values for 3 recipients"],
  ["a column twice", "Hi {{name}}", { name: NAMES, NAME: NAMES }, "has 'NAME' twice"],
  [
    "too many columns",
    "Hi",
    Object.fromEntries([...Array(21).keys()].map((n) => [n, NAMES])),
    "must be at most 20",
  ],
  [
    "control characters",
    "Hi {{name}}",
    { name: ["a\u0007", "b", "c"] },
    "must not contain control characters",
  ],
])("%s is refused, and nothing is sent", async (_, body, columns, error) => {
  expect(await asked({ body, fields: fields(columns as Record<string, string[]>) })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining(error) },
  });
  expect(await texts()).toEqual([]);
});

it("names at most 20 hosts that are not approved", async () => {
  const to = Array.from({ length: 21 }, (_, place) => String(64_211_110_100 + place));
  const link = to.map((_, place) => `shop${place}.example.com/x`);
  expect(await asked({ to, body: "{{link}}", fields: fields({ link }) })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("21 hosts that are not approved") },
  });
});
