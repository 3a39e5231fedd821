import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept";
import { useTestDatabase } from "@/lib/testing/database";
import { messagesOf, testAccount } from "@/lib/testing/gateway";
import { InngestExecutor } from "@/lib/testing/inngest-executor";
import { testItem, testSubmission } from "@/lib/testing/submission";

useTestDatabase();

const unused = () => Promise.reject(new Error("It only takes events."));
const inngest = new InngestExecutor({ GET: unused, POST: unused, PUT: unused });
let address = "";
beforeAll(async () => {
  address = await inngest.listen();
});
afterAll(() => inngest.close());

it("approve-domain tells Inngest of what it has released", async () => {
  const { accountId, userId } = await testAccount();
  const held = { heldHosts: ["example.com"], items: [testItem({ dueAt: null })] };
  await accept(db(), [testSubmission(accountId, held)], new Date(), () => "");
  const command = ["approve-domain", "--email", userId, "--domain", "example.com"];
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/account.ts", ...command], {
    cwd: path.dirname(import.meta.dirname),
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...{ PATH: process.env.PATH, DATABASE_URL: process.env.DATABASE_URL, NODE_ENV: "development" },
      ...{ JOBS: "inngest", INNGEST_DEV: address, LOG_LEVEL: "silent" },
      // The test must pass at night as well.
      ...{ NIGHT_START: "00:00", NIGHT_END: "00:00" },
    },
  });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect([code, JSON.parse(out)]).toEqual([0, { accountId, released: 1 }]);
  expect(inngest.received).toMatchObject([{ name: "gateway/domain.approved", data: { accountId } }]);
  expect((await messagesOf(accountId))[0]?.dueAt).not.toBeNull();
}, 60_000);
