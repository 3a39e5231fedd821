import { spawn } from "node:child_process";
import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { commandFile } from "@/scripts/lib/bundle.mjs";
import { ROOT } from "@/server/base/root";
import { openCell, useTestCells } from "@/tests/support/database/cells";
import { messagesOf, type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { killServers, type ProductionServer, startServer } from "@/tests/support/server/production-server";

useTestCells();
afterEach(killServers);

const settings = () => ({ CELLS: process.env.CELLS ?? "", SIMULATOR_DELAY_MS: "0" });

function send({ address }: ProductionServer, { userId, password }: TestAccount): Promise<Response> {
  const message = { to: "64211234567", body: "Kia ora", messageClass: "transactional" };
  return fetch(`${address}/gateway/sms/out`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ userId, password, ...message }),
  });
}

/** Starts a server that ends by itself. Returns its exit code and output. */
function startRefused(more: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const { PATH, DATABASE_URL, AUTH_SECRET = "" } = process.env;
  const child = spawn(process.execPath, [commandFile("start")], {
    cwd: ROOT,
    env: {
      PATH,
      DATABASE_URL,
      AUTH_SECRET,
      NODE_ENV: "production",
      LOG_LEVEL: "silent",
      PORT: "0",
      WORKERS: "1",
      PAGES: "no",
      ...settings(),
      ...more,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}

it("serves accounts of every cell by workers of which one runs the jobs of all", async () => {
  const accounts = [await testAccount()];
  for (const cell of [2, 3]) accounts.push(await testAccount({}, openCell(cell)));
  const server = await startServer({ ...settings(), WORKERS: "3" });
  for (let round = 1; round <= 4; round++) {
    const answers = await Promise.all(accounts.map((account) => send(server, account)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // The worker that accepted the request wakes each of them.
    for (const { accountId } of accounts)
      await expect
        .poll(async () => (await messagesOf(accountId)).map(({ status }) => status), { timeout: 30_000 })
        .toEqual(Array(round).fill("DELIVRD"));
  }
});

it("is refused by name where a database is not the cell that CELLS says, or CELLS is none", async () => {
  const urls = JSON.parse(process.env.CELLS ?? "{}") as Record<string, string>;
  const swapped = await startRefused({ CELLS: JSON.stringify({ 2: urls[3], 3: urls[2] }) });
  expect(swapped).toMatchObject({ code: 1, said: expect.stringContaining("Cell 2: ") });
  expect(swapped.said).toContain("belongs to cell 3");
  const wrong = await startRefused({ CELLS: "{" });
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining("Setting CELLS: it must be JSON") });
  expect(await db().prisma.account.count()).toBe(1);
});
