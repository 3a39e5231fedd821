import { beforeEach, expect, it, test } from "vitest";
import { MAX_TEMPLATES } from "@/lib/contracts/base/values";
import { listTemplates, type TemplatesList } from "@/lib/contracts/members/sending/templates";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { namedAlreadyStatement, templatesStatement } from "@/lib/messages/templates/templates.sql";
import { useTestDatabase } from "@/tests/support/database/database";
import { scansOf } from "@/tests/support/database/plans";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { POST: change } = handlersOf("/api/members/templates/change");
const { POST: remove } = handlersOf("/api/members/templates/remove");
const { POST: add, GET: list } = handlersOf("/api/members/templates");

useTestDatabase();

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});

const REMINDER = { name: "Reminder", text: "Kia ora {{name}},\nsee you at {{time|10 am}}." };

async function added(json: object): Promise<string> {
  const { status, body } = await ask<{ id: string }>(add, own, { json });
  expect(status).toBe(200);
  return body.id;
}

async function templates(by = own): Promise<TemplatesList["templates"]> {
  const { status, body } = await ask<TemplatesList>(list, by, { query: {} });
  expect(status).toBe(200);
  expect(body).toEqual(listTemplates.response.parse(body));
  return body.templates;
}

const activities = async () =>
  (await db().prisma.activity.findMany({ where: { accountId: own.accountId }, orderBy: { id: "asc" } })).map(
    ({ action, details }) => [action, details],
  );

it("templates are kept as they were written, listed by name, changed and removed", async () => {
  const id = await added(REMINDER);
  const other = await added({ name: "āpōpō", text: "See you tomorrow" });
  await added({ name: "away", text: "We are away" });
  expect((await templates()).map(({ name }) => name)).toEqual(["āpōpō", "away", "Reminder"]);
  expect((await templates())[2]).toEqual({ id, ...REMINDER });
  expect((await ask(change, own, { json: { id, name: "REMINDER", text: "See you" } })).status).toBe(200);
  expect((await ask(remove, own, { json: { id: other } })).status).toBe(200);
  expect((await templates()).map(({ name, text }) => [name, text])).toEqual([
    ["away", "We are away"],
    ["REMINDER", "See you"],
  ]);
  expect(await activities()).toEqual([
    ["template_added", { name: "Reminder" }],
    ["template_added", { name: "āpōpō" }],
    ["template_added", { name: "away" }],
    ["template_changed", { name: "REMINDER" }],
    ["template_removed", { name: "āpōpō" }],
  ]);
});

test.each([
  [{ name: "" }, 400, "Parameter 'name' is required."],
  [{ name: "x".repeat(61) }, 400, "Parameter 'name' must be at most 60 characters long."],
  [{ text: "" }, 400, "Parameter 'text' is required."],
  [{ text: "x".repeat(2_001) }, 400, "Parameter 'text' must be at most 2000 characters long."],
  [{ text: "\u200b" }, 400, "Parameter 'text' has no characters that can be sent."],
  [{ name: " reminder " }, 409, "There is already a template called reminder."],
])("what cannot be kept is refused: %j", async (wrong, status, error) => {
  await added(REMINDER);
  const id = await added({ name: "Other", text: "Other" });
  const given = { name: "New", text: "Text", ...wrong };
  expect(await ask(add, own, { json: given })).toMatchObject({ status, body: { error } });
  expect(await ask(change, own, { json: { ...given, id } })).toMatchObject({ status, body: { error } });
  expect((await templates()).map(({ name }) => name)).toEqual(["Other", "Reminder"]);
});

it("an account has at most 200, also where several are added together", async () => {
  const { accountId } = own;
  const row = (place: number) => ({
    id: newId(),
    accountId,
    name: `T${place}`,
    text: "x",
    createdAt: new Date(),
  });
  const data = Array.from({ length: MAX_TEMPLATES - 1 }, (_, place) => row(place));
  await db().prisma.messageTemplate.createMany({ data });
  const answers = await Promise.all(
    ["One", "Two", "Three"].map((name) => ask(add, own, { json: { name, text: "x" } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    error: "An account has at most 200 templates. Remove one first.",
  });
  expect(await templates()).toHaveLength(MAX_TEMPLATES);
});

it("one name is taken once, also where two add it together", async () => {
  const answers = await Promise.all(
    ["Same", "SAME"].map((name) => ask(add, own, { json: { name, text: "x" } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it("a template of another account, or of none, is not there", async () => {
  const stranger = await testAccount();
  const id = await added(REMINDER);
  for (const which of [id, newId()])
    for (const [called, given] of [
      [change, { name: "Mine", text: "Mine" }],
      [remove, {}],
    ] as const)
      expect(await ask(called, stranger, { json: { ...given, id: which } })).toMatchObject({
        status: 404,
        body: { error: "There is no such template." },
      });
  expect(await templates(stranger)).toEqual([]);
  expect(await templates()).toEqual([{ id, ...REMINDER }]);
});

it("looks rows up by their index", async () => {
  const { accountId } = own;
  for (const statement of [
    templatesStatement(accountId, MAX_TEMPLATES),
    namedAlreadyStatement(accountId, "x"),
  ])
    for (const { table, by } of await scansOf(db(), statement))
      expect([table, by]).toEqual([table, expect.stringContaining("account_id")]);
});
