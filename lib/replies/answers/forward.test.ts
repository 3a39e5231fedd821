import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { authSecret } from "@/lib/crypto/auth-secret";
import { decrypt } from "@/lib/crypto/encryption";
import { db } from "@/lib/db/client";
import { writeEmail } from "@/lib/email/email-kinds";
import { claimStatement } from "@/lib/email/send-due.sql";
import { newId } from "@/lib/ids";
import { receive } from "@/lib/inbound/receive";
import { correspondent, testRule } from "@/tests/support/auto-replies";
import { useTestDatabase } from "@/tests/support/database/database";
import { carrierInbound, newMobile } from "@/tests/support/inbound";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { NOON } from "@/tests/support/server/send";
import { woken } from "@/tests/support/server/woken";

useTestDatabase();

const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  return () => vi.useRealTimers();
});
afterEach(async () => {
  await db().prisma.email.deleteMany();
  await db().prisma.autoReply.deleteMany();
});

const somebody = ({ accountId }: TestAccount) => correspondent(accountId);

const emails = ({ accountId }: TestAccount) =>
  db().prisma.email.findMany({ where: { accountId }, orderBy: { id: "asc" } });

async function forwarder(rule: object = {}): Promise<TestAccount> {
  const own = await testAccount();
  await testRule(own.accountId, { forward: true, text: "", name: "To me", ...rule });
  return own;
}

describe("a text that a rule emails", () => {
  it("is one email, however often and wherever the carrier brings it, and nobody reads it in the row", async () => {
    const own = await forwarder();
    const from = await somebody(own);
    const message = carrierInbound({ from, body: "Is it ready?", receivedAt: NOON });
    woken.length = 0;
    await Promise.all([1, 2, 3].map(() => receive(db(), "test", [message], NOON)));
    await receive(db(), "test", [message], later(1));
    expect(woken).toContain("emails");
    const [email, ...others] = await emails(own);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ kind: "forwarded_text", dueAt: NOON });
    expect(JSON.stringify(email?.details)).not.toContain("ready");
    const { encrypted } = (email?.details ?? {}) as { encrypted: string };
    const details = JSON.parse(decrypt(Buffer.from(encrypted, "base64"), authSecret()));
    expect(writeEmail("forwarded_text", details, "https://gateway.example.com")).toEqual({
      subject: `Text from +${from} to 552`,
      text: `Is it ready?\n\n-- \nA text from +${from}, emailed by your auto reply To me. Reply at https://gateway.example.com/inbox/${from}.\n`,
    });
    expect(await db().prisma.autoReply.count({ where: { accountId: own.accountId } })).toBe(0);
  });

  it("goes to the account's own address, whoever has its notices", async () => {
    const own = await forwarder();
    const noticeEmails = ["somebody@example.org"];
    const { email } = await db().prisma.account.update({
      where: { id: own.accountId },
      data: { noticeEmails },
    });
    await receive(db(), "test", [carrierInbound({ from: await somebody(own), receivedAt: NOON })], NOON);
    const claimed = await db().query<{ to: string[] }>(claimStatement(NOON, later(1), 10));
    expect(claimed.map(({ to }) => to)).toEqual([[email]]);
  });

  it("is replied to as well where the rule says so, and each is emailed though one is replied to", async () => {
    const own = await forwarder({ text: "Thanks" });
    const from = await somebody(own);
    for (const minute of [0, 1, 2])
      await receive(db(), "test", [carrierInbound({ from, receivedAt: later(minute) })], later(minute));
    expect(await emails(own)).toHaveLength(3);
    expect(await db().prisma.autoReply.count({ where: { accountId: own.accountId } })).toBe(1);
  });

  it("is no opt-out, none of our own senders' and none of another account", async () => {
    const own = await forwarder();
    const other = await forwarder();
    const from = await somebody(own);
    const number = newMobile();
    await db().prisma.shortcode.create({ data: { number, ownerId: own.accountId } });
    await db().prisma.shortcode.create({ data: { number: "7071", ownerId: own.accountId } });
    const texts = [
      carrierInbound({ from, body: "STOP", receivedAt: NOON }),
      carrierInbound({ from: number, to: "7071", receivedAt: NOON }),
    ];
    await receive(db(), "test", texts, NOON);
    expect(await emails(own)).toEqual([]);
    await receive(db(), "test", [carrierInbound({ from: "Bank", to: "7071", receivedAt: NOON })], NOON);
    expect(await emails(own)).toHaveLength(1);
    expect(await emails(other)).toEqual([]);
  });

  it("is one of 100 within a day; what is beyond is stored, and not emailed", async () => {
    const own = await forwarder();
    const { accountId } = own;
    const row = () => ({
      id: newId(),
      accountId,
      kind: "forwarded_text",
      details: {},
      createdAt: later(-60),
    });
    await db().prisma.email.createMany({ data: Array.from({ length: 97 }, row) });
    await db().prisma.email.createMany({ data: [{ ...row(), kind: "welcome" }] });
    const from = await somebody(own);
    const texts = Array.from({ length: 5 }, () => carrierInbound({ from, receivedAt: NOON }));
    expect(await receive(db(), "test", texts, NOON)).toMatchObject({ stored: 5 });
    expect(await emails(own)).toHaveLength(101);
    await receive(db(), "test", [carrierInbound({ from, receivedAt: later(1_381) })], later(1_381));
    expect(await emails(own)).toHaveLength(102);
  });
});
