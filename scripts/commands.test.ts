import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { freePort } from "@/server/base/free-port";
import { runCommandFile, runCommandHere } from "@/tests/support/commands/commands";
import { useTestDatabase } from "@/tests/support/database/database";
import { testIntegration } from "@/tests/support/integration";
import { books } from "@/tests/support/server/gateway";

useTestDatabase();

const dataDir = mkdtempSync(path.join(tmpdir(), "gateway-commands-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Returns the environment of a command, with the settings of a test. */
const settings = (more: Record<string, string> = {}) => ({
  DATABASE_URL: process.env.DATABASE_URL,
  DATA_DIR: dataDir,
  NODE_ENV: "development",
  ...more,
});

/** Runs a command in this process; npm runs it in one of its own. */
const run = (name: string, args: string[]) => runCommandHere(name, args, settings());

const SECRET = { AUTH_SECRET: "a secret of thirty-two characters" };

async function json(name: string, args: string[], start = runCommandHere) {
  const { code, out, err } = await start(name, args, settings(SECRET));
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
}

describe("npm run account", () => {
  const email = "ops@example.co.nz";

  it("makes an account, adds money, makes an API key and lists, as JSON", async () => {
    const details = ["--email", email, "--name", "Ops", "--balance", "100"];
    const withPassword: typeof runCommandFile = (name, args, given) =>
      runCommandFile(name, args, given, "a long password\n");
    const made = await json("account", ["create", ...details, "--unicode", "--admin"], withPassword);
    expect(made).toEqual({ accountId: expect.any(Number), email, balance: "100.00" });
    expect(await json("account", ["topup", "--email", email, "--amount", "0.5"])).toMatchObject({
      balance: "100.50",
    });
    expect(await books(made.accountId)).toEqual({ balance: 100_500_000n, ledger: 100_500_000n, entries: 2 });
    expect(await json("account", ["api-key", "--email", email])).toEqual({
      accountId: made.accountId,
      client_id: expect.stringMatching(/^cid_/),
      client_secret: expect.stringMatching(/^csk_/),
      expires: null,
    });
    const approved = ["approve-domain", "--email", email, "--domain", "example.co.nz"];
    expect(await json("account", approved)).toEqual({ accountId: made.accountId, released: 0 });
    expect(await db().prisma.approvedDomain.count({ where: { accountId: made.accountId } })).toBe(1);
    const [listed] = await json("account", ["list"]);
    expect(listed).toMatchObject({
      email,
      isAdmin: true,
      unicodeEnabled: true,
      country: "NZ",
      balance: "100.50",
    });
    expect(JSON.stringify(listed)).not.toMatch(/argon2|password|secret/i);
  });

  // The times are thirteen hours ahead by daylight time and twelve by standard time.
  test.each([
    ["2098-12-01", "2098-12-01T10:59:59.999Z"],
    ["2099-07-01", "2099-07-01T11:59:59.999Z"],
  ])("makes an API key that expires with the New Zealand day %s", async (day, ends) => {
    const made = await json("account", ["api-key", "--email", email, "--expires", day]);
    const { client_id: clientId, expires } = made;
    expect(expires).toBe(`${day} 23:59:59`);
    const row = await db().prisma.apiKey.findUniqueOrThrow({ where: { clientId } });
    expect(row.expiresAt?.toISOString()).toBe(ends);
  });

  test.each([
    [
      ["api-key", "--email", email, "--expires", "2026-02-30"],
      "--expires must be a date in New Zealand, YYYY-MM-DD.",
    ],
    [
      ["api-key", "--email", email, "--expires", "2098-12-01 09:00:00"],
      "--expires must be a date in New Zealand, YYYY-MM-DD.",
    ],
    [["api-key", "--email", email, "--expires", "2020-01-01"], "Parameter 'expires' must be a future date."],
    [
      ["create", "--email", email, "--password", "a long password", "--name", "Again"],
      `There is already an account for ${email}.`,
    ],
    [
      ["create", "--email", "x@example.com", "--password", "short", "--name", "X"],
      "password must be at least 10 characters long.",
    ],
    [
      ["create", "--email", "nonsense", "--password", "a long password", "--name", "X"],
      "email must be an email address.",
    ],
    [
      ["topup", "--email", "nobody@example.com", "--amount", "1"],
      "There is no account for nobody@example.com.",
    ],
    [["topup", "--email", email, "--amount", "0"], "The amount of a top-up must be positive."],
    [
      ["topup", "--email", email, "--amount", "1e3"],
      "'1e3' is not an amount of dollars with at most six decimals.",
    ],
    [["topup", "--email", email], "--amount is required."],
    [
      ["approve-domain", "--email", email, "--domain", "co.nz"],
      "'co.nz' is not a domain that can be approved.",
    ],
    [["list", email], "Usage: npm run account -- <command>"],
    [["nothing"], "Usage: npm run account -- <command>"],
    [["constructor"], "Usage: npm run account -- <command>"],
    [["valueOf"], "Usage: npm run account -- <command>"],
    [["list", "--page", "1e300"], "--page must be a whole number from 1."],
  ])("says what is wrong with %j in a sentence, and exits with 1", async (args, sentence) => {
    const { code, err } = await run("account", args);
    expect(code).toBe(1);
    expect(err.split("\n")[0]).toBe(sentence);
    expect(err).not.toMatch(/^ +at /m);
  });

  it("says the same from a process of its own", async () => {
    const args = ["topup", "--email", "nobody@example.com", "--amount", "1"];
    expect(await runCommandFile("account", args, settings())).toEqual(await run("account", args));
  });
});

describe("npm run carrier", () => {
  const route = ["route", "--to", "64211234567", "--sender", "2277"];

  test.each([
    [[...route, "--account", "abc"], "--account must be the id of an account."],
    [[...route, "--account", "99999999999"], "--account must be the id of an account."],
    [["route", "--to", "abc", "--sender", "2277"], "'abc' is not a number."],
    [["toString"], "Usage: npm run carrier -- <command>"],
  ])("says what is wrong with %j in a sentence, and exits with 1", async (args, sentence) => {
    const { code, err, out } = await run("carrier", args);
    expect([code, out]).toEqual([1, ""]);
    expect(err.split("\n")[0]).toBe(sentence);
  });

  it("tells the route to a number as people write it", async () => {
    const written = ["route", "--to", "021 123 4567", "--sender", "2277", "--account", "7"];
    expect(await json("carrier", written)).toEqual(await json("carrier", [...route, "--account", "7"]));
  });
});

describe("npm run webhooks", () => {
  it("rolls the signing secret and shows what is configured, without it", async () => {
    const email = ["--email", "ops@example.co.nz"];
    const { secret } = await json("webhooks", ["roll-secret", ...email], runCommandFile);
    expect(secret).toMatch(/^whsec_/);
    const shown = await json("webhooks", ["show", ...email]);
    expect(shown).toEqual({
      webhook_url: null,
      inbound_url: null,
      delivery_report_url: null,
      signed: true,
      endpoints: [],
      latest: [],
    });
  });
});

describe("npm run integration", () => {
  const email = ["--email", "ops@example.co.nz"];
  const ask = (...args: string[]) => run("integration", ["test", ...args, ...email]);

  it("prints a command that exercises one, with its key where that is given", async () => {
    const { id: accountId } = await db().prisma.account.findUniqueOrThrow({
      where: { email: "ops@example.co.nz" },
    });
    const { shortcodeId } = await testIntegration({ accountId }, "crm_b");
    const given = ["test", "crm-b", "--secret", "isk_1", "--to", "64221234567", ...email];
    const { code, out } = await runCommandFile("integration", given, settings());
    expect(code).toBe(0);
    expect(out).toContain(
      `/crm-b/workflow.php?cust_id=${accountId}&shortcode_id=${shortcodeId}&secret=isk_1'`,
    );
    expect(out).toContain('{"to":"64221234567","message":');
    const without = await ask("crm_b");
    expect(without.out).toContain("secret=YOUR-SECRET'");
    expect(without.err).toContain("YOUR-SECRET");
  });

  it("says what is missing", async () => {
    expect((await ask("storefront")).err).toContain("Storefront isn't set up for this account");
    expect((await ask("nothing")).err).toMatch(/^Usage: npm run integration/);
  });
});

describe("npm start", () => {
  async function refusal(env: Record<string, string>) {
    const own = { PORT: String(await freePort()), HOST: "127.0.0.1", ...env };
    const { code, err } = await runCommandFile("start", [], settings(own));
    return [code, err.trim()];
  }

  it("says in one sentence that its port is in use", async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    expect(await refusal({ PORT: String(port) })).toEqual([
      1,
      `Port ${port} is in use. Set PORT to another one.`,
    ]);
    other.close();
  });

  it("says in one sentence that the database cannot be reached, without its password", async () => {
    const url = `postgres://me:hush@127.0.0.1:${await freePort()}/gateway`;
    const [code, sentence] = await refusal({ DATABASE_URL: url });
    expect(code).toBe(1);
    expect(sentence).toMatch(/^The database gateway at 127\.0\.0\.1:\d+ cannot be reached: .*\.$/);
    expect(sentence).not.toContain("hush");
  });

  it("says in one sentence what setting is missing or wrong", async () => {
    expect(await refusal({ NODE_ENV: "production" })).toEqual([
      1,
      "AUTH_SECRET is not set: production with DATABASE_URL needs one of 32 characters or more.",
    ]);
    expect(await refusal({ PORT: "http" })).toEqual([1, "Setting PORT must be a whole number."]);
  });

  it("says in one sentence that the database is newer than the code", async () => {
    await db().query(sql`
      insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
      values ('x', '', '20990101000000_later', now(), now(), 1)`);
    expect(await refusal({})).toEqual([
      1,
      "The database is newer than this code: it has the migration 20990101000000_later, which prisma/migrations lacks.",
    ]);
  });
});
