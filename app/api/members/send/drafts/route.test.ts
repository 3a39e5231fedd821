import { beforeEach, expect, it, test } from "vitest";
import { DRAFT_NUMBERS_LENGTH, MAX_DRAFTS } from "@/lib/contracts/base/values";
import {
  type DraftDetails,
  type DraftsList,
  listDrafts,
  readDraftOperation,
} from "@/lib/contracts/members/sending/drafts";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/tests/support/database/database";
import { ask } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { handlersOf } from "@/tests/support/server/handlers-of";

const { GET: read } = handlersOf("/api/members/send/drafts/draft");
const { POST: remove } = handlersOf("/api/members/send/drafts/remove");
const { GET: list, POST: save } = handlersOf("/api/members/send/drafts");
const { POST: send } = handlersOf("/api/members/send");

useTestDatabase();

let own: TestAccount;
beforeEach(async () => {
  own = await testAccount();
});

const FORM = {
  numbers: "64211110001\nnot yet a number",
  body: "Kia ora {{name}}",
  messageClass: "marketing",
  from: "552",
  rateCode: "shop",
  messageId: "",
  name: "Sale",
  sendAt: "2027-01-01T09:00",
  localTime: true,
  window: { days: [1], from: "09:00", to: "17:00", localTime: true },
  unicode: false,
  lists: ["019abcde-0000-7000-8000-000000000001"],
};

async function saved(json: object = {}): Promise<string> {
  const given = { name: "Spring sale", form: FORM, fileName: "contacts.csv", ...json };
  const { status, body } = await ask<{ id: string }>(save, own, { json: given });
  expect([status, body]).toMatchObject([200, { success: true }]);
  return body.id;
}

async function drafts(by = own): Promise<DraftsList["drafts"]> {
  const { status, body } = await ask<DraftsList>(list, by, { query: {} });
  expect([status, body]).toEqual([200, listDrafts.response.parse(body)]);
  return body.drafts;
}

it("drafts are kept as they stand, read, saved again and deleted", async () => {
  const id = await saved();
  const other = await saved({
    name: "Other",
    fileName: null,
    form: { numbers: "", body: "", messageClass: "transactional" },
  });
  expect((await drafts()).map(({ name, fileName }) => [name, fileName])).toEqual([
    ["Other", null],
    ["Spring sale", "contacts.csv"],
  ]);
  const called = await ask<DraftDetails>(read, own, { query: { id } });
  expect(called.body).toEqual(readDraftOperation.response.parse(called.body));
  expect(called.body).toMatchObject({ id, name: "Spring sale", fileName: "contacts.csv", form: FORM });
  expect((await ask<DraftDetails>(read, own, { query: { id: other } })).body.form).toMatchObject({
    from: "",
    sendAt: "",
    window: null,
    localTime: false,
    lists: [],
  });
  expect(await saved({ id, name: "Autumn sale", fileName: null })).toBe(id);
  expect((await ask(remove, own, { json: { id: other } })).status).toBe(200);
  expect((await drafts()).map(({ name }) => name)).toEqual(["Autumn sale"]);
  const lines = await db().prisma.activity.findMany({
    where: { accountId: own.accountId },
    orderBy: { at: "asc" },
  });
  expect(lines.map(({ action, details }) => [action, details])).toEqual([
    ["draft_saved", { name: "Spring sale" }],
    ["draft_saved", { name: "Other" }],
    ["draft_saved", { name: "Autumn sale" }],
    ["draft_removed", { name: "Other" }],
  ]);
});

test.each([
  [{ name: "" }, "Parameter 'name' is required."],
  [{ name: "x".repeat(81) }, "Parameter 'name' must be at most 80 characters long."],
  [
    { form: { ...FORM, numbers: "1".repeat(DRAFT_NUMBERS_LENGTH + 1) } },
    `Parameter 'form' must have at most ${DRAFT_NUMBERS_LENGTH} characters of numbers.`,
  ],
])("what cannot be kept is refused: %#", async (wrong, error) => {
  const given = { name: "New", form: FORM, ...wrong };
  expect(await ask(save, own, { json: given })).toMatchObject({ status: 400, body: { error } });
  expect(await drafts()).toEqual([]);
});

it("an account has at most 50, also where several are saved together", async () => {
  const { accountId } = own;
  const data = Array.from({ length: MAX_DRAFTS - 1 }, () => ({
    id: newId(),
    accountId,
    name: "Old",
    form: JSON.stringify(FORM),
    savedAt: new Date(),
  }));
  await db().prisma.sendDraft.createMany({ data });
  const answers = await Promise.all(
    ["One", "Two", "Three"].map((name) => ask(save, own, { json: { name, form: FORM } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    error: "An account has at most 50 drafts. Delete one first.",
  });
  expect(await drafts()).toHaveLength(MAX_DRAFTS);
});

it("a draft of another account, or of none, is not there, and is never written over", async () => {
  const stranger = await testAccount();
  const id = await saved();
  for (const which of [id, newId()]) {
    const missing = { status: 404, body: { error: "There is no such draft." } };
    expect(await ask(read, stranger, { query: { id: which } })).toMatchObject(missing);
    expect(await ask(remove, stranger, { json: { id: which } })).toMatchObject(missing);
  }
  expect(await ask(save, stranger, { json: { id, name: "Mine", form: FORM } })).toMatchObject({
    status: 404,
    body: { error: "There is no such draft." },
  });
  expect(await drafts(stranger)).toEqual([]);
  expect((await drafts()).map(({ name }) => name)).toEqual(["Spring sale"]);
});

it("a draft that is saved twice under an id that its page has chosen is one, also at once", async () => {
  const id = newId();
  expect(await Promise.all([1, 2, 3].map(() => saved({ id })))).toEqual([id, id, id]);
  expect(await saved({ id, name: "Autumn sale" })).toBe(id);
  expect((await drafts()).map((draft) => [draft.id, draft.name])).toEqual([[id, "Autumn sale"]]);
});

it("an id that two accounts choose at once is one's alone", async () => {
  const [id, stranger] = [newId(), await testAccount()];
  const json = { id, name: "Sale", form: FORM };
  const answers = await Promise.all([own, stranger].map((by) => ask(save, by, { json })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await drafts()).length + (await drafts(stranger)).length).toBe(1);
});

it("a draft is gone once it is sent, and stays after a test or another account's send", async () => {
  const id = await saved();
  const stranger = await testAccount();
  const form = { to: ["64211110001"], body: "Kia ora", messageClass: "transactional", draftId: id };
  const sent = (by: TestAccount, key: string, more = {}) =>
    ask(send, by, { json: { ...form, key: `test-key-of-a-draft-${key}`, ...more } });
  expect((await sent(own, "test", { sandbox: true })).status).toBe(200);
  expect((await sent(stranger, "stranger")).status).toBe(200);
  expect(await drafts()).toHaveLength(1);
  const first = await sent(own, "sent");
  expect([first.status, await drafts()]).toEqual([200, []]);
  expect((await sent(own, "sent")).body).toEqual(first.body);
});
