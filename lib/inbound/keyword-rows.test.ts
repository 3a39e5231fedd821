import { beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { db } from "@/lib/db/client";
import { addKeyword, listKeywords, removeKeyword } from "@/lib/inbound/keyword-rows";
import { receive } from "@/lib/inbound/receive";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, listen, newMobile, sentMessage } from "@/tests/support/inbound";
import { testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";

useTestDatabase();

let pizza: number;
let other: number;
beforeAll(async () => {
  [pizza, other] = [(await testAccount()).accountId, (await testAccount()).accountId];
  await listen(pizza);
  await db().prisma.shortcode.create({ data: { number: "3030", ownerId: other } });
});
beforeEach(async () => {
  await db().prisma.inboundKeyword.deleteMany();
});

const add = (word: string, accountId = pizza, sender = "552") =>
  addKeyword(db(), { sender, word }, accountId);

/** Receives a message to a shortcode, from a handset that the other account sent to last. */
async function receives(body: string, to = "552") {
  const from = newMobile();
  await sentMessage(other, from, NOON, { sender: to });
  const given = carrierInbound({ from, to, body });
  await receive(db(), "test", [given], NOON);
  return db().prisma.inboundMessage.findFirstOrThrow({
    where: { msisdn: from },
    include: { deliveries: true },
  });
}

describe("a message to a shared shortcode", () => {
  test.each(["PIZZA", "pizza large please", "  ¡Pizza! 2", "pīzza", "PI\u0304ZZA, now", "ｐｉｚｚａ"])(
    "that begins with a keyword is its account's: %s",
    async (body) => {
      await add("Pizza");
      const { accountId, relatedMessageId, deliveries } = await receives(body);
      expect([accountId, relatedMessageId, deliveries.length]).toEqual([pizza, null, 1]);
    },
  );

  test.each(["PIZZAS", "a pizza", "", "!!!", "P I Z Z A", "STOP", "opt out", "START", "[…]pizza"])(
    "that does not is the account's that sent last: %s",
    async (body) => {
      await Promise.all([add("Pizza"), add("opt")]);
      const { accountId, relatedMessageId } = await receives(body);
      expect([accountId, relatedMessageId]).toEqual([other, expect.any(String)]);
    },
  );

  it("answers the last message of the keyword's account, and is about no other shortcode", async () => {
    await add("Pizza");
    const from = newMobile();
    const own = await sentMessage(pizza, from, NOON);
    await sentMessage(other, from, new Date(NOON.getTime() + 60_000));
    await receive(db(), "test", [carrierInbound({ from, body: "pizza" })], NOON);
    const [stored] = await db().prisma.inboundMessage.findMany({ where: { msisdn: from } });
    expect(stored).toMatchObject({ accountId: pizza, relatedMessageId: own });
    expect(await receives("pizza", "2190")).toMatchObject({ accountId: other });
  });

  it("belongs to an owner as soon as the shortcode has one", async () => {
    const shortcode = await db().prisma.shortcode.create({ data: { number: "4040" } });
    await add("pizza", pizza, "4040");
    await db().prisma.shortcode.update({ where: { id: shortcode.id }, data: { ownerId: other } });
    expect(await receives("pizza", "4040")).toMatchObject({ accountId: other });
  });
});

describe("a keyword", () => {
  it("is listed, given once, and taken away", async () => {
    expect(await add("Māori")).toEqual({ sender: "552", keyword: "MAORI", accountId: pizza });
    expect(await add("maori")).toMatchObject({ keyword: "MAORI" });
    await add("kai", other, "2190");
    expect(await listKeywords(db())).toHaveLength(2);
    expect(await listKeywords(db(), "552")).toMatchObject([{ sender: "552", word: "MAORI", account: pizza }]);
    expect(await removeKeyword(db(), { sender: "552", word: "MAORI" })).toEqual({ removed: true });
    expect(await listKeywords(db(), "552")).toEqual([]);
    await expect(removeKeyword(db(), { sender: "552", word: "MAORI" })).rejects.toThrow(
      "No account has MAORI",
    );
  });

  it("is one account's, also when two ask for it at once", async () => {
    for (let round = 0; round < 5; round++) {
      const asked = await Promise.allSettled([pizza, other].map((account) => add(`word${round}`, account)));
      expect(asked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    }
    await add("kai");
    await expect(add("kai", other)).rejects.toThrow(`KAI of 552 is taken by account ${pizza}.`);
  });

  test.each([
    ["pizza", "9999", "There is no sender 9999."],
    ["pizza", "3030", "3030 is owned by account"],
    ["two words", "552", "one word of letters and digits"],
    ["", "552", "one word of letters and digits"],
    ["a".repeat(21), "552", "of at most 20"],
    ...["STOP", "stop", "Unsubscribe", "CANCEL", "opt-out", "START"].map((word): [string, string, string] => [
      word,
      "552",
      `${word} is reserved for opt-outs.`,
    ]),
  ])("is refused by name: %s of %s", async (word, sender, message) => {
    await expect(add(word, pizza, sender)).rejects.toThrow(message);
    expect(await listKeywords(db())).toEqual([]);
  });
});
