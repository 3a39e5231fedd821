import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { findPorted } from "@/lib/numbers/find-ported";
import { commandFile } from "@/scripts/lib/bundle.mjs";
import { ROOT } from "@/server/base/root";
import { runCommandFile, runCommandHere } from "@/tests/support/commands/commands";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();
// Some commands are processes of their own, which lasts a second, or several on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(path.join(tmpdir(), "gateway-portability-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SAMPLE = "prisma/samples/ported-numbers.csv";
const HEADER = "msisdn,network_code,ported_at";

function write(name: string, ...rows: string[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, [HEADER, ...rows].join("\n"));
  return file;
}

const settings = () => ({
  DATABASE_URL: process.env.DATABASE_URL,
  DATA_DIR: folder,
  NODE_ENV: "development",
});

/** Runs the command in this process; npm runs it in one of its own. */
const run = (...args: string[]) => runCommandHere("portability", args, settings());

async function json(args: string[], start = runCommandHere) {
  const { code, out, err } = await start("portability", args, settings());
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
}

const durationMs = expect.any(Number);

describe("npm run portability", () => {
  it("imports a full file and changes, and shows what is there, as JSON", async () => {
    expect(await json(["show"])).toEqual({ numbers: 0, newestPortedAt: null });
    expect(await json(["import", SAMPLE], runCommandFile)).toEqual({ imported: 20, durationMs });
    const changes = write("changes.csv", "64211230001,,", "64211230009,53024,2025-11-01 08:00:00");
    expect(await json(["import", changes, "--changes"])).toEqual({ changed: 1, removed: 1, durationMs });
    expect(await json(["show"])).toEqual({ numbers: 20, newestPortedAt: "2025-11-01 08:00:00" });
    expect(await json(["import", "--allow-empty", write("none.csv")])).toEqual({ imported: 0, durationMs });
  });

  const USAGE = "Usage: npm run portability -- <command>";
  test.each([
    [[], USAGE],
    [["import"], USAGE],
    [["import", SAMPLE, SAMPLE], USAGE],
    [["import", SAMPLE, "--changes", "--allow-empty"], USAGE],
    [["show", SAMPLE], USAGE],
    [["show", "--changes"], USAGE],
    [["import", SAMPLE, "--force"], /^Unknown option '--force'/],
    [["import", "gone.csv"], /^gone\.csv cannot be read: ENOENT/],
    [
      ["import", write("none.csv")],
      /none\.csv has no rows: with --allow-empty it would remove every ported number\.$/,
    ],
    [
      ["import", write("bad.csv", "0211230001,53005,2025-01-01")],
      'Line 2: msisdn "0211230001" must be 642 and 7 to 9 more digits.',
    ],
  ])("says what is wrong with %j in a sentence, and exits with 1", async (args, sentence) => {
    const { code, err } = await run(...args);
    expect(code).toBe(1);
    expect(err.split("\n")[0]).toEqual(expect.stringMatching(sentence));
    expect(err).not.toMatch(/^ +at /m);
  });

  it("says the same from a process of its own", async () => {
    const args = ["import", "gone.csv"];
    expect(await runCommandFile("portability", args, settings())).toEqual(await run(...args));
  });

  it("may be killed at its last step: the numbers stay, and the next import is not held up", async () => {
    await json(["import", SAMPLE]);
    await db().transaction(async (tx) => {
      await findPorted(tx, ["64211230001"]);
      const args = ["import", write("other.csv", "64299999999,53005,2025-01-01")];
      const env = { PATH: process.env.PATH, ...settings() } as NodeJS.ProcessEnv;
      const child = spawn(process.execPath, [commandFile("portability"), ...args], { cwd: ROOT, env });
      const waiting = sql`
        select 1 from pg_locks l join pg_class c on c.oid = l.relation
        where c.relname = 'ported_numbers' and not l.granted and l.mode = 'AccessExclusiveLock'`;
      await expect.poll(async () => (await db().query(waiting)).length, { timeout: 120_000 }).toBe(1);
      child.kill("SIGKILL");
      await once(child, "exit");
    });
    expect(await json(["show"])).toMatchObject({ numbers: 20 });
    expect(await json(["import", SAMPLE])).toMatchObject({ imported: 20 });
    expect(
      await db().query(sql`select relname from pg_class where relname like 'ported_numbers%' order by 1`),
    ).toEqual([{ relname: "ported_numbers" }, { relname: "ported_numbers_pkey" }]);
  });
});
