import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { receive } from "@/lib/inbound/receive";
import { sendDueReplies } from "@/lib/replies/answers/send-due";
import { testRule } from "@/tests/support/auto-replies";
import { useTestDatabase } from "@/tests/support/database/database";
import { NO_NIGHT, TEST_SECRET } from "@/tests/support/database/submission";
import { carrierInbound, newMobile, sentMessage } from "@/tests/support/inbound";
import { books, messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";
import { woken } from "@/tests/support/server/woken";

useTestDatabase();

const RULES = {
  maxRecipients: 100,
  validityMinutes: { otp: 10, other: 1_440 },
  quiet: NO_NIGHT,
  authSecret: TEST_SECRET,
};
const MINUTE_MS = 60_000;
const minutes = (count: number) => new Date(NOON.getTime() + count * MINUTE_MS);

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  return () => vi.useRealTimers();
});
afterEach(async () => {
  await db().prisma.autoReply.deleteMany();
});

const addRule = ({ accountId }: TestAccount, overrides: object = {}) => testRule(accountId, overrides);

async function withRule(overrides: object = {}): Promise<TestAccount> {
  const own = await testAccount();
  await addRule(own, overrides);
  return own;
}

/** Returns a number that an account has sent a message to. */
async function somebody({ accountId }: TestAccount): Promise<string> {
  const number = newMobile();
  await sentMessage(accountId, number, minutes(-60));
  return number;
}

/** Receives a text, and sends due answers. Returns the account's automatic messages. */
async function write(
  own: TestAccount,
  from: string,
  body = "Kia ora",
  at = NOON,
): Promise<(string | null)[]> {
  const before = (await messagesOf(own.accountId)).length;
  await receive(db(), "test", [carrierInbound({ from, body, receivedAt: at })], at);
  await sendDueReplies(db(), RULES, at);
  return (await messagesOf(own.accountId)).slice(before).map(({ body: text }) => text);
}

const outcomes = async ({ accountId }: TestAccount) =>
  (await db().prisma.autoReply.findMany({ where: { accountId }, orderBy: { inboundId: "asc" } })).map(
    ({ outcome }) => outcome,
  );

describe("an answer", () => {
  it("is a billed message from the sender that was written to, and the row names it", async () => {
    const own = await withRule();
    const from = await somebody(own);
    const { balance } = await books(own.accountId);
    woken.length = 0;
    await receive(db(), "test", [carrierInbound({ from, receivedAt: NOON })], NOON);
    expect(woken).toEqual(["replies"]);
    await sendDueReplies(db(), RULES, NOON);
    const message = (await messagesOf(own.accountId)).at(-1);
    expect(message).toMatchObject({
      msisdn: from,
      sender: "552",
      body: "Thank you",
      messageClass: "transactional",
    });
    expect((await books(own.accountId)).balance).toBe(balance - 115_000n);
    const row = await db().prisma.autoReply.findFirstOrThrow({ where: { accountId: own.accountId } });
    expect(row).toMatchObject({ outcome: "sent", messageId: message?.id, text: null, dueAt: null });
  });

  it("waits for the morning as a reply of the inbox does", async () => {
    const own = await withRule();
    const from = await somebody(own);
    await receive(db(), "test", [carrierInbound({ from, receivedAt: NOON })], NOON);
    await sendDueReplies(db(), { ...RULES, quiet: { start: "11:00", end: "13:00" } }, NOON);
    const queued = await db().prisma.queuedMessage.findFirst({
      where: { accountId: own.accountId, dueAt: { not: null } },
    });
    expect(queued?.dueAt).toEqual(minutes(60));
  });

  it("is made once where the carrier repeats the message, on several servers, and after a crash at any step", async () => {
    const own = await withRule();
    const from = await somebody(own);
    const message = carrierInbound({ from, receivedAt: NOON });
    await Promise.all([1, 2, 3, 4].map(() => receive(db(), "test", [message], NOON)));
    await Promise.all([1, 2, 3].map(() => sendDueReplies(db(), RULES, NOON)));
    await receive(db(), "test", [message], minutes(1));
    // A server ended after the acceptance, before it recorded the outcome.
    await db().prisma.autoReply.updateMany({
      where: { accountId: own.accountId },
      data: { outcome: null, messageId: null, dueAt: minutes(1), text: "Thank you" },
    });
    await sendDueReplies(db(), RULES, minutes(1));
    const sent = (await messagesOf(own.accountId)).slice(1);
    expect(sent).toHaveLength(1);
    const row = await db().prisma.autoReply.findFirstOrThrow({ where: { accountId: own.accountId } });
    expect(row).toMatchObject({ outcome: "sent", messageId: sent[0]?.id });
  });

  it("is not there without its message in", async () => {
    const own = await withRule();
    const from = await somebody(own);
    await db().query(sql`
      create function no_answer() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
    await db().query(
      sql`create trigger no_answer before insert on auto_replies for each row execute function no_answer()`,
    );
    const message = carrierInbound({ from, receivedAt: NOON });
    await expect(receive(db(), "test", [message], NOON)).rejects.toThrow();
    await db().query(sql`drop trigger no_answer on auto_replies`);
    expect(await db().prisma.inboundMessage.count({ where: { accountId: own.accountId } })).toBe(0);
    expect(await receive(db(), "test", [message], NOON)).toMatchObject({ stored: 1 });
    expect(await db().prisma.autoReply.count({ where: { accountId: own.accountId } })).toBe(1);
  });

  it("is by the account's own rules alone, and by none that is off", async () => {
    const [own, other] = [await withRule({ enabled: false }), await withRule()];
    expect(await write(own, await somebody(own))).toEqual([]);
    expect(await messagesOf(other.accountId)).toEqual([]);
  });

  it("is what the first matching rule says", async () => {
    const own = await withRule({ match: "keyword", words: ["HOURS"], text: "9 to 5" });
    await addRule(own, { text: "Thanks" });
    await addRule(own, { text: "Never" });
    expect(await write(own, await somebody(own), "hours?")).toEqual(["9 to 5"]);
    expect(await write(own, await somebody(own), "hello")).toEqual(["Thanks"]);
  });
});

describe("loops", () => {
  it("end with one answer of a rule within its pause, also where messages come together", async () => {
    const own = await withRule({ pauseMinutes: 10 });
    const from = await somebody(own);
    const twice = [1, 2].map(() => carrierInbound({ from, receivedAt: NOON }));
    const once = twice.map(() => carrierInbound({ from, receivedAt: NOON }));
    await Promise.all([
      receive(db(), "test", twice, NOON),
      ...once.map((each) => receive(db(), "test", [each], NOON)),
    ]);
    expect(await outcomes(own)).toHaveLength(1);
    expect(await write(own, from, "Again", minutes(9))).toEqual(["Thank you"]);
    expect(await outcomes(own)).toHaveLength(1);
    expect(await write(own, from, "Again", minutes(10))).toEqual(["Thank you"]);
    expect(await outcomes(own)).toHaveLength(2);
  });

  it("are cut by a rule that has answered, and not passed on to the next one", async () => {
    const own = await withRule();
    await addRule(own, { text: "Second" });
    const from = await somebody(own);
    expect(await write(own, from)).toEqual(["Thank you"]);
    expect(await write(own, from, "Again", minutes(1))).toEqual([]);
  });

  it("end after five answers a day, by whatever rules", async () => {
    const own = await testAccount();
    for (const word of ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX"])
      await addRule(own, { match: "keyword", words: [word], text: word, pauseMinutes: 1 });
    const from = await somebody(own);
    const sent: unknown[] = [];
    for (const word of ["one", "two", "three", "four", "five", "six", "one"])
      sent.push(...(await write(own, from, word)));
    expect(sent).toEqual(["ONE", "TWO", "THREE", "FOUR", "FIVE"]);
    expect(await write(own, await somebody(own), "six")).toEqual(["SIX"]);
    expect(await write(own, from, "six", minutes(24 * 60))).toEqual(["SIX"]);
  });

  it("do not begin with names, short codes, our own numbers, and messages of half a day ago", async () => {
    const own = await withRule();
    const carrierId = (await db().prisma.carrier.create({ data: { name: "own", kind: "smpp" } })).id;
    const [mine, source] = [newMobile(), newMobile()];
    await db().prisma.shortcode.create({ data: { number: mine, ownerId: own.accountId } });
    await db().prisma.carrierSender.create({ data: { carrierId, sender: "552", source } });
    await db().prisma.shortcode.create({ data: { number: "7070", ownerId: own.accountId } });
    vi.setSystemTime(minutes(1));
    const given = ["Bank", "3456", "6434567890", mine, source].map((from) =>
      carrierInbound({ from, to: "7070", receivedAt: NOON }),
    );
    const old = carrierInbound({ from: newMobile(), to: "7070", receivedAt: minutes(-12 * 60) });
    expect(await receive(db(), "test", [...given, old], minutes(1))).toMatchObject({ stored: 6 });
    expect(await outcomes(own)).toEqual([]);
    expect(
      await receive(db(), "test", [carrierInbound({ from: newMobile(), to: "7070" })], minutes(1)),
    ).toMatchObject({ stored: 1 });
    expect(await outcomes(own)).toEqual([null]);
  });
});

describe("opt-outs", () => {
  it("come first, and who opted out in between gets nothing and is not billed", async () => {
    const own = await withRule({ match: "any" });
    const from = await somebody(own);
    expect(await write(own, from, "STOP")).toEqual([]);
    expect(await write(own, from, "START", minutes(1))).toEqual([]);
    expect(await outcomes(own)).toEqual([]);
    const { balance } = await books(own.accountId);
    await receive(db(), "test", [carrierInbound({ from, receivedAt: minutes(2) })], minutes(2));
    await receive(db(), "test", [carrierInbound({ from, body: "stop", receivedAt: minutes(3) })], minutes(3));
    await sendDueReplies(db(), RULES, minutes(3));
    expect(await outcomes(own)).toEqual(["opted_out"]);
    expect((await books(own.accountId)).balance).toBe(balance);
  });
});

describe("an answer that cannot be sent", () => {
  const told = ({ accountId }: TestAccount) => db().prisma.activity.findMany({ where: { accountId } });

  it("for want of money is told of once a day, and nothing of the message in is lost", async () => {
    const own = await withRule();
    const [one, two] = [await somebody(own), await somebody(own)];
    await db().query(sql`update accounts set balance_micros = 0 where id = ${own.accountId}`);
    expect([...(await write(own, one)), ...(await write(own, two))]).toEqual([]);
    expect(await outcomes(own)).toEqual(["unfunded", "unfunded"]);
    expect(await told(own)).toMatchObject([
      { action: "auto_reply_not_sent", details: { rule: "Thanks", reason: "Insufficient balance" } },
    ]);
    expect(await db().prisma.inboundMessage.count({ where: { accountId: own.accountId } })).toBe(2);
  });

  it("for a reason of the account is told of, and not tried for ever", async () => {
    const own = await withRule();
    const from = await somebody(own);
    await receive(db(), "test", [carrierInbound({ from, receivedAt: NOON })], NOON);
    await db().prisma.autoReply.updateMany({ where: { accountId: own.accountId }, data: { unicode: true } });
    await sendDueReplies(db(), RULES, NOON);
    expect(await outcomes(own)).toEqual(["refused"]);
    expect(await told(own)).toHaveLength(1);
    await receive(db(), "test", [carrierInbound({ from: await somebody(own), receivedAt: NOON })], NOON);
    await sendDueReplies(db(), RULES, minutes(12 * 60 + 1));
    expect(await outcomes(own)).toEqual(["refused", "late"]);
  });
});
