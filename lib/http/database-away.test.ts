import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { POST as balance } from "@/app/gateway/sms/balance/route";
import { POST as send } from "@/app/gateway/sms/out/route";
import { closeDb } from "@/lib/db/client";
import { DatabaseUnavailableError, OutcomeUnknownError } from "@/lib/db/unavailable";
import { reloadEnv } from "@/lib/env";
import { problem } from "@/lib/http/reply/problem";
import { newId } from "@/lib/ids";
import { openLog, setLog } from "@/lib/log";
import { useTestDatabase } from "@/tests/support/database/database";
import { call } from "@/tests/support/server/gateway";

useTestDatabase();

let lines: { level: string; msg: string; unavailable?: number; err?: { message: string } }[];
let url: string;
beforeEach(async () => {
  lines = [];
  setLog(openLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) }));
  await closeDb();
  url = process.env.DATABASE_URL as string;
  process.env.DATABASE_URL = "postgres://nobody:hidden@127.0.0.1:1/none";
  reloadEnv();
});
afterEach(async () => {
  setLog(undefined);
  await closeDb();
  process.env.DATABASE_URL = url;
  reloadEnv();
});

const credentials = { userId: "someone@example.com", password: "correct horse battery" };

describe("while the database is away", () => {
  it("requests are refused with 503 and told when to come again, and the log tells so once a second", async () => {
    const message = { to: "64211234567", body: "Hello", messageClass: "transactional" };
    const json = { ...credentials, ...message };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        index % 2 === 0 ? call(send, { json }) : call(balance, { json: credentials }),
      ),
    );
    for (const { status, body, headers } of answers) {
      expect(status).toBe(503);
      expect(body).toMatchObject({ success: false, code: "unavailable" });
      expect(headers.get("retry-after")).toBe("1");
      expect(headers.get("x-request-id")).toBeTruthy();
    }
    const counted = () => lines.reduce((sum, { unavailable = 0 }) => sum + unavailable, 0);
    // The first failure is logged at once. One line has the number of the other failures of a second. Work of earlier
    // tests that is still in progress in the process may fail meanwhile too.
    await expect.poll(counted).toBeGreaterThanOrEqual(200);
    expect(counted()).toBeLessThan(250);
    expect(lines.length).toBeLessThanOrEqual(5);
    expect(lines[0]).toMatchObject({ level: "error", msg: "the database is away: work was refused" });
    // A line has the first failure of its second, which may be one of those.
    expect(lines.map(({ err }) => err?.message)).toContainEqual(expect.stringContaining("ECONNREFUSED"));
    expect(JSON.stringify(lines)).not.toContain("hidden");
  });
});

describe("what a caller is told", () => {
  it("is to repeat what was not done, however the error is wrapped", () => {
    const wrapped = new Error("Prisma", { cause: new DatabaseUnavailableError(new Error("gone")) });
    const { status, headers, body: text } = problem(wrapped, newId());
    expect([status, headers["Retry-After"]]).toEqual([503, "1"]);
    expect(text).not.toContain("gone");
  });

  it("is to look first where nobody can tell whether it was done", () => {
    const { status, headers, body: text } = problem(new OutcomeUnknownError(new Error("gone")), newId());
    expect([status, headers["Retry-After"]]).toEqual([500, undefined]);
    expect(JSON.parse(text as string)).toMatchObject({ code: "internal_error" });
    expect(text).toContain("the outcome of this request is unknown");
  });
});
