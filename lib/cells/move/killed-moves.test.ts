import { beforeAll, describe, expect, it } from "vitest";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { addKey } from "@/lib/auth/keys/api-keys";
import { issueToken } from "@/lib/auth/keys/issue-token";
import { guardedStatement } from "@/lib/cells/move/guard.sql";
import { undoLeft } from "@/lib/cells/move/run-move";
import { lookAtMoves } from "@/lib/cells/move/watch-moves";
import { cellOf } from "@/lib/db/cells/cells";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { auditBooks } from "@/lib/messages/audit/audit-books";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { moveAccount, moveSetting, rowsOf } from "@/tests/support/moves/cells-of-test";
import { moveUntil } from "@/tests/support/moves/half-moved";
import { books, call, messagesOf, testAccount } from "@/tests/support/server/gateway";
import { MOBILE } from "@/tests/support/server/send";

useTestCells();

process.env.NIGHT_START = "00:00";
process.env.NIGHT_END = "00:00";

let accountId: number;
let token: string;
const accepted: string[] = [];
beforeAll(async () => {
  const now = new Date();
  ({ accountId } = await testAccount({ balanceMicros: 1_000_000_000n }));
  const { key, clientSecret } = await addKey(db(), accountId, { name: "A key", expiresAt: null }, now);
  const asked = {
    grant_type: "client_credentials" as const,
    client_id: key.clientId,
    client_secret: clientSecret,
  };
  token = (await issueToken(db(), asked, { address: "203.0.113.7" }, now)).access_token;
  for (let sent = 0; sent < 3; sent++) await sendOne();
});

const headers = () => ({ authorization: `Bearer ${token}` });

async function sendOne(key = newId()): Promise<string> {
  const json = { to: MOBILE, body: "Kia ora", messageClass: "transactional" };
  const sent = await call<{ message_id: string }>(send, {
    json,
    headers: { ...headers(), "idempotency-key": key },
  });
  expect([sent.status, sent.text]).toEqual([200, expect.any(String)]);
  if (!accepted.includes(sent.body.message_id)) accepted.push(sent.body.message_id);
  return sent.body.message_id;
}

/** Runs work while a server looks at the moves again and again. */
async function whileServed<Result>(work: () => Promise<Result>): Promise<Result> {
  await lookAtMoves();
  let isServing = true;
  const looking = (async () => {
    while (isServing) await lookAtMoves();
  })();
  try {
    return await work();
  } finally {
    isServing = false;
    await looking;
  }
}

const all = () => [1, 2, 3].map(openCell);

/** Expects the account in one cell, with all its messages, and no remains of a move. */
async function expectWhole(cell: number): Promise<void> {
  expect(cellOf(accountId)).toBe(cell);
  for (const each of all()) {
    if (each.cell !== cell) expect(await rowsOf(each, accountId)).toEqual({});
    expect(await each.query(guardedStatement())).toEqual([]);
    expect(await each.prisma.moveFence.count()).toBe(0);
    const scope = { since: null, until: new Date(Date.now() + 60_000), keptSince: null };
    expect(await auditBooks(each, scope)).toEqual([]);
  }
  const messages = await messagesOf(accountId);
  expect(messages.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
  const { balance: left, ledger, entries } = await books(accountId);
  expect([left, entries]).toEqual([ledger, accepted.length + 1]);
}

/** Each kind of step before the account is in the other cell, from the first to the last, and the steps after that. */
const BEFORE = [
  "begin",
  "guard accounts in",
  "guard messages in",
  "copy accounts",
  "copy ledger_entries",
  "catch up 1",
  "compare all",
  "hold",
  "lock",
  "last changes",
  "close",
  "close the fence",
  "commit",
];
const AFTER = [
  "open",
  "finish",
  "unguard accounts in",
  "remove message_queue",
  "wait",
  "remake",
  "remove last_senders",
  "remove ledger_entries",
  "remove accounts",
  "unguard messages in",
  "end",
];

/** Returns a move from home to cell 2, or back, in turns. */
function turn(step: string): { from: number; to: number; step: string } {
  const from = cellOf(accountId);
  const to = 3 - from;
  const cell = step.startsWith("guard messages") || step.startsWith("unguard accounts") ? to : from;
  return { from, to, step: step.endsWith(" in") ? `${step} ${cell}` : step };
}

describe("a move between home and cell 2 that is killed", () => {
  it.each(BEFORE)(
    "at the step %s goes on where it was, and is done when it is begun again",
    async (named) => {
      const { from, to, step } = turn(named);
      const key = newId();
      const id = await sendOne(key);
      expect(await moveUntil(accountId, to, step)).toBe("SIGKILL");
      await whileServed(async () => {
        await sendOne();
        expect((await call(balance, { headers: headers() })).status).toBe(200);
        expect(cellOf(accountId)).toBe(from);
      });
      await moveAccount(accountId, to);
      await expectWhole(to);
      // A repeat gets the first response, and nothing is sent again.
      expect(await sendOne(key)).toBe(id);
    },
  );

  it.each(AFTER)(
    "at the step %s is where it was to go, and is finished when it is begun again",
    async (named) => {
      const { to, step } = turn(named);
      const key = newId();
      const id = await sendOne(key);
      expect(await moveUntil(accountId, to, step)).toBe("SIGKILL");
      await whileServed(async () => {
        await sendOne();
        expect(await sendOne(key)).toBe(id);
        expect(cellOf(accountId)).toBe(to);
      });
      await expect(undoLeft(moveSetting())).rejects.toThrow(`in cell ${to} already`);
      const finished = await moveAccount(accountId, to);
      expect(finished).toMatchObject({ heldMs: null });
      await expectWhole(to);
    },
  );

  it("is undone where that is asked for, by a command that was killed itself", async () => {
    const { from, to, step } = turn("compare all");
    expect(await moveUntil(accountId, to, step)).toBe("SIGKILL");
    const killed = moveSetting({
      step: async (name) => {
        if (name === "remove ledger_entries") throw new Error("killed");
      },
    });
    await expect(undoLeft(killed)).rejects.toThrow("killed");
    await sendOne();
    expect(await undoLeft(moveSetting())).toMatchObject({ accounts: [accountId], from, to });
    await expectWhole(from);
    await expect(undoLeft(moveSetting())).rejects.toThrow("No move is under way.");
  });
});

it("a process that does not know of the move yet is sent to where the account is", async () => {
  const { to } = turn("finish");
  expect(await moveUntil(accountId, to, "finish")).toBe("SIGKILL");
  await sendOne();
  expect(cellOf(accountId)).toBe(to);
  await moveAccount(accountId, to);
  await expectWhole(to);
});
