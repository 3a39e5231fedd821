import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as cancel } from "@/app/gateway/sms/cancel/route";
import { type CancelResponse, cancelResponse, MAX_CANCELLED } from "@/lib/contracts/gateway/cancel";
import { newId } from "@/lib/ids";
import { dispatch } from "@/lib/messages/dispatch/dispatch";
import { carrierNamed, accepted as takenAs } from "@/tests/support/carrier";
import { accountsDb } from "@/tests/support/database/accounts-db";
import { useTestDatabase } from "@/tests/support/database/database";
import { BY_DAY } from "@/tests/support/database/submission";
import {
  books,
  call,
  emptyQueue,
  messagesOf,
  type TestAccount,
  testAccount,
} from "@/tests/support/server/gateway";
import { NOON, sendFrom } from "@/tests/support/server/send";

useTestDatabase();
beforeEach(async () => {
  await emptyQueue();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => vi.useRealTimers());

const SEND_AT = "2026-12-01 09:00:00";
const FULL = 10_000_000n;

async function cancelled(account: TestAccount, asked: object): Promise<CancelResponse> {
  const { userId, password } = account;
  const { status, body } = await call<CancelResponse>(cancel, { json: { userId, password, ...asked } });
  expect(status).toBe(200);
  expect(body).toEqual(cancelResponse.parse(body));
  return body;
}

async function scheduled(account: TestAccount, more: object = {}): Promise<string> {
  return (await sendFrom(account, { sendAt: SEND_AT, ...more })).body.message_id;
}

describe("cancelling", () => {
  it("deletes what waits and pays it back once, however often it is asked", async () => {
    const account = await testAccount();
    const [later, held] = [await scheduled(account), await scheduled(account, { body: "See example.org" })];
    const entry = { to: "64211234567", cancelled: true, status: "DELETED", refunded: 0.115 };
    for (const _ of ["first", "again"]) {
      expect(await cancelled(account, { message_id: `${held}, ${later}` })).toEqual({
        status: "success",
        messages: [
          { message_id: held, ...entry },
          { message_id: later, ...entry },
        ],
        notFound: [],
      });
      expect(await books(account.accountId)).toMatchObject({ balance: FULL, ledger: FULL });
    }
    expect(await accountsDb().prisma.queuedMessage.count({ where: { accountId: account.accountId } })).toBe(
      0,
    );
  });

  it("leaves alone what is on its way, and tells of it", async () => {
    const account = await testAccount();
    const { message_id: id } = (await sendFrom(account, {})).body;
    const carrier = carrierNamed("test", 10, async (batch) =>
      batch.map(({ id }) => takenAs(id, `ref-${id}`)),
    );
    await dispatch(accountsDb(), carrier, new Date(NOON.getTime() + 120_000), BY_DAY);
    expect((await cancelled(account, { message_id: id })).messages).toMatchObject([
      { message_id: id, cancelled: false, status: "PENDING", refunded: 0 },
    ]);
    expect(await books(account.accountId)).toMatchObject({ balance: FULL - 115_000n });
  });

  it("sends or pays back, never both, where a worker takes the messages meanwhile", async () => {
    const account = await testAccount({ balanceMicros: 1_000_000_000n });
    const to = Array.from({ length: 300 }, (_, nth) => `642112${String(30_000 + nth)}`);
    await sendFrom(account, { sendAt: "2026-11-21 12:00:01", to, messageId: "race" });
    const given = new Set<string>();
    const carrier = carrierNamed("test", 20, async (batch) => {
      for (const { id } of batch) given.add(id);
      return batch.map(({ id }) => takenAs(id, `ref-${id}`));
    });
    const due = new Date(NOON.getTime() + 1_000);
    const works = Array.from({ length: 10 }, () => dispatch(accountsDb(), carrier, due, BY_DAY));
    const cancels = Array.from({ length: 3 }, () => cancelled(account, { messageId: "race" }));
    await Promise.all([...works, ...cancels]);
    const messages = await messagesOf(account.accountId);
    const gone = messages.filter(({ status }) => status === "DELETED");
    expect(gone.length).toBeGreaterThan(0);
    expect(gone.filter(({ id }) => given.has(id))).toEqual([]);
    const { balance, ledger } = await books(account.accountId);
    expect(balance).toBe(1_000_000_000n - BigInt(messages.length - gone.length) * 115_000n);
    expect(ledger).toBe(balance);
  });

  it("takes the account's own reference, and no other account's messages", async () => {
    const [own, other] = [await testAccount(), await testAccount()];
    const theirs = await scheduled(other, { messageId: "order-1" });
    const mine = await scheduled(own, { messageId: "order-1" });
    expect((await cancelled(own, { messageId: "order-1" })).messages).toMatchObject([
      { message_id: mine, cancelled: true },
    ]);
    expect(await cancelled(own, { message_id: theirs })).toMatchObject({ messages: [], notFound: [theirs] });
    expect((await messagesOf(other.accountId))[0]?.status).toBe("PENDING");
    expect(await cancelled(own, { messageId: "order-2" })).toMatchObject({ notFound: ["order-2"] });
  });

  it("says what is wrong with what it is asked", async () => {
    const { userId, password } = await testAccount();
    const refused = async (asked: object) => {
      const { status, text } = await call(cancel, { json: { userId, password, ...asked } });
      return [status, text];
    };
    expect(await refused({})).toEqual([
      400,
      expect.stringContaining("'message_id' or 'messageId' is required"),
    ]);
    expect(await refused({ message_id: "x" })).toEqual([400, expect.stringContaining("is not a message id")]);
    const none = { message_id: ",", messageId: "order-1" };
    expect(await refused(none)).toEqual([400, expect.stringContaining("at least one message id")]);
    const many = Array.from({ length: MAX_CANCELLED + 1 }, newId).join(",");
    expect(await refused({ message_id: many })).toEqual([400, expect.stringContaining("at most 400 ids")]);
    expect((await call(cancel, { json: { message_id: newId() } })).status).toBe(401);
  });
});
