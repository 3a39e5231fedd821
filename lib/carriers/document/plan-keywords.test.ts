import { expect, it } from "vitest";
import { applyDocument } from "@/lib/carriers/document/apply-document";
import { readDocument } from "@/lib/carriers/document/document";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { addKeyword, listKeywords } from "@/lib/inbound/keyword-rows";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase({ each: true });

const PIZZA = { sender: "552", word: "Pizza", account: 0 };

/** Returns the changes of a document without carriers that states these keywords, or none. */
async function changes(keywords?: object[]): Promise<string[]> {
  const setup = { authSecret: TEST_SECRET, hasServer: true, adopts: false, isDryRun: false, now: now() };
  const document = readDocument(JSON.stringify({ carriers: {}, keywords }));
  const { changes: made } = await applyDocument(db(), document, { ...setup, variableOf: () => undefined });
  return made.map(({ network, change }) => `${network}: ${change}`);
}

it("replaces the keywords where it states them, as they are listed, and none twice", async () => {
  const [one, two] = [(await testAccount()).accountId, (await testAccount()).accountId];
  await addKeyword(db(), { sender: "2190", word: "kai" }, one);
  expect(await changes()).toEqual([]);
  const keywords = [
    { ...PIZZA, account: one },
    { sender: "552", word: "Māori", account: two },
  ];
  expect(await changes(keywords)).toEqual(["null: the keywords were replaced"]);
  const listed = await listKeywords(db());
  expect(listed).toMatchObject([
    { sender: "552", word: "MAORI", account: two, email: expect.stringContaining("@") },
    { sender: "552", word: "PIZZA", account: one },
  ]);
  expect(await changes(listed.toReversed())).toEqual([]);
  expect(await changes([{ ...PIZZA, account: two }])).toHaveLength(1);
  expect(await listKeywords(db())).toMatchObject([{ word: "PIZZA", account: two }]);
  expect(await changes([])).toHaveLength(1);
  expect(await listKeywords(db())).toEqual([]);
});

it("is refused with each of its keywords that is wrong, by its place", async () => {
  const { accountId: account } = await testAccount();
  await db().prisma.shortcode.create({ data: { number: "3030", ownerId: account } });
  await addKeyword(db(), { sender: "552", word: "kai" }, account);
  const keywords = [
    { ...PIZZA, account },
    { ...PIZZA, word: "PĪZZA", account },
    { ...PIZZA, word: "Stop", account },
    { ...PIZZA, word: "two words", account, sender: "9999" },
    { ...PIZZA, account: 2_147_483_647, sender: "3030" },
  ];
  const refusal = await changes(keywords).catch((error: Error) => error.message);
  expect(refusal).toBe(
    [
      "keywords[1] is the keyword of keywords[0].",
      "keywords[2]: Stop is reserved for opt-outs.",
      "keywords[3]: there is no sender 9999.",
      "keywords[3]: 'two words' is no keyword: it must be one word of letters and digits, of at most 20.",
      `keywords[4]: 3030 is owned by account ${account}, and has no keywords.`,
      "keywords[4]: there is no account 2147483647.",
    ].join(" "),
  );
  expect(await listKeywords(db())).toMatchObject([{ word: "KAI" }]);
  await expect(changes([PIZZA])).rejects.toThrow("keywords[0].account:");
});
