import { spawn } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { accept } from "@/lib/messages/accept/accept";
import { commandFile } from "@/scripts/lib/bundle.mjs";
import { ROOT } from "@/server/base/root";
import { useTestDatabase } from "@/tests/support/database/database";
import { testItem, testSubmission } from "@/tests/support/database/submission";
import { messagesOf, testAccount } from "@/tests/support/server/gateway";
import { InngestExecutor } from "@/tests/support/server/inngest-executor";

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
  const child = spawn(process.execPath, [commandFile("account"), ...command], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: process.env.DATABASE_URL,
      NODE_ENV: "development",
      JOBS: "inngest",
      INNGEST_DEV: address,
      LOG_LEVEL: "silent",
      // The test must also pass at night.
      NIGHT_START: "00:00",
      NIGHT_END: "00:00",
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
});
