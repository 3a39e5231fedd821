import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, inject, it, vi } from "vitest";
import { newId } from "@/lib/ids";
import { type CommandAnswer, runCommandFile, runCommandHere } from "@/tests/support/commands/commands";
import { createDatabase, databaseUrl, dropDatabase } from "@/tests/support/database/admin";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { testAccount } from "@/tests/support/server/gateway";

useTestDatabase();
// Some commands are processes of their own, which lasts a second, or several on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(path.join(tmpdir(), "gateway-backup-command-"));
const target = `restored_${newId().replaceAll("-", "")}`;
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await dropDatabase(inject("adminUrl"), target);
});

/** Runs a command in this process, or by `start`, with a small environment of its own. */
function run(
  [name = "", ...args]: string[],
  more: Record<string, string | undefined> = {},
  start = runCommandHere,
): Promise<CommandAnswer> {
  const { DATABASE_URL } = process.env;
  const own = { NODE_ENV: "production", DATA_DIR: path.join(folder, "data"), DATABASE_URL };
  return start(name, args, { ...own, AUTH_SECRET: TEST_SECRET, ...more });
}

const file = path.join(folder, "all.backup");

describe("npm run backup and npm run restore", () => {
  it("take everything to another database", async () => {
    await testAccount();
    const backedUp = await run(["backup", file], {}, runCommandFile);
    expect(backedUp).toMatchObject({
      code: 0,
      err: expect.stringContaining("Also keep the value of AUTH_SECRET"),
    });
    expect(JSON.parse(backedUp.out)).toMatchObject({ file, rows: { accounts: 1 } });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);

    await createDatabase(inject("adminUrl"), target);
    const to = { DATABASE_URL: databaseUrl(inject("adminUrl"), target) };
    const restored = await run(["restore", file, "--stopped-before-backup"], to, runCommandFile);
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(restored.out)).toMatchObject({ rows: { accounts: 1 }, countedAsSent: 0 });
    const again = await run(["restore", file, "--stopped-before-backup"], to);
    expect(again).toMatchObject({ code: 1, out: "", err: expect.stringContaining("not empty") });
  });

  it("overwrite no file, and leave none behind when they fail", async () => {
    const taken = path.join(folder, "taken");
    writeFileSync(taken, "mine");
    expect(await run(["backup", taken])).toMatchObject({
      code: 1,
      err: expect.stringContaining("already exists"),
    });
    const other = path.join(folder, "other");
    const away = await run(["backup", other], { DATABASE_URL: "postgresql://127.0.0.1:1/none" });
    expect(away.code).toBe(1);
    expect(readdirSync(folder).filter((name) => name.startsWith("other"))).toEqual([]);
  });

  it("write a file that no other backup to it writes into, nor takes the place of", async () => {
    const both = path.join(folder, "both");
    // A backup that began a moment before, and is slower, would leave such a file.
    const slower = openSync(`${both}.partial`, "w");
    expect(await run(["backup", both])).toMatchObject({ code: 0 });
    const whole = readFileSync(both);
    writeSync(slower, "another backup");
    closeSync(slower);
    expect(readFileSync(both).equals(whole)).toBe(true);
    const together = path.join(folder, "together");
    const answers = await Promise.all([1, 2].map(() => run(["backup", together], {}, runCommandFile)));
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(answers.map(({ err }) => err).sort()).toEqual([
      expect.stringContaining(`${together} already exists. Choose a new file.`),
      expect.stringContaining("Also keep the value of AUTH_SECRET"),
    ]);
    expect(() => gunzipSync(readFileSync(together))).not.toThrow();
    expect(readdirSync(folder).filter((name) => name.startsWith("together"))).toEqual(["together"]);
  });

  it("say in a sentence that a file can be neither written nor read", async () => {
    const nowhere = path.join(folder, "none", "a.backup");
    expect(await run(["backup", nowhere])).toMatchObject({
      code: 1,
      err: `${nowhere} cannot be written (ENOENT).\n`,
    });
    expect(await run(["restore", folder, "--stopped-before-backup"])).toMatchObject({
      code: 1,
      err: `${folder} cannot be read (EISDIR).\n`,
    });
  });

  it("want to know what they must not guess", async () => {
    for (const args of [["backup"], ["restore", file], ["restore", "--stopped-before-backup"]]) {
      expect(await run(args)).toMatchObject({ code: 1, err: expect.stringContaining("Usage: npm run") });
    }
    const both = ["restore", file, "--stopped-at", "2026-11-20 09:00:00", "--stopped-before-backup"];
    expect(await run(both)).toMatchObject({ code: 1, err: expect.stringContaining("Usage: npm run") });
    const noTime = ["restore", file, "--stopped-at", "yesterday"];
    expect(await run(noTime)).toMatchObject({ code: 1, err: expect.stringContaining("must be a time") });
    const noSecret = await run(["backup", path.join(folder, "none")], { AUTH_SECRET: undefined });
    expect(noSecret).toMatchObject({ code: 1, err: expect.stringContaining("AUTH_SECRET is not set") });
  });
});
