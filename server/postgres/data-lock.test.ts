import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ROOT } from "@/server/base/root";
import { lockDataDir, runningHolder, tryLockDataDir } from "@/server/postgres/data-lock";
import { startPostgres } from "@/server/postgres/embedded-postgres";
import { readPidFile } from "@/server/postgres/orphan";
import { isRunning } from "@/tests/support/server/processes";
import { quickFolder } from "@/tests/support/server/quick-folder";

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  dataDir = quickFolder("gateway-lock-");
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

const SCRIPT = `
  import { lockDataDir } from "@/server/postgres/data-lock";
  import { startPostgres } from "@/server/postgres/embedded-postgres";
  const [dataDir, what] = process.argv.slice(-2);
  const lock = await lockDataDir(dataDir);
  if (what === "database") await startPostgres({ dataDir, lock: lock.handle });
  console.log("locked");
  setInterval(() => {}, 1000);`;

/** Starts another process that locks the folder and keeps the lock, as a server does. */
async function holdElsewhere(what: "lock" | "database" = "lock"): Promise<ChildProcess> {
  const file = path.join(dataDir, "hold.mts");
  writeFileSync(file, SCRIPT);
  const child = spawn(process.execPath, ["--import", "tsx", file, dataDir, what], {
    cwd: ROOT,
    env: { ...process.env, TSX_TSCONFIG_PATH: path.join(ROOT, "tsconfig.json") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await once(child.stdout as NodeJS.EventEmitter, "data");
  return child;
}

it("is one process's, until it releases it", async () => {
  const lock = await lockDataDir(dataDir);
  expect(tryLockDataDir(dataDir)).toBe(null);
  expect(runningHolder(dataDir)).toBe(process.pid);
  lock.release();
  (await lockDataDir(dataDir)).release();
});

it("is refused while another process holds it, and free as soon as that is killed", async () => {
  const other = await holdElsewhere();
  await expect(lockDataDir(dataDir)).rejects.toThrow(`is in use by process ${other.pid}. Stop it, or set`);
  other.kill("SIGKILL");
  await once(other, "exit");
  (await lockDataDir(dataDir)).release();
});

it("is refused whatever its file says, as of a process in another container that nobody here can see", async () => {
  await holdElsewhere();
  const file = path.join(dataDir, "server.lock");
  const seen = JSON.parse(readFileSync(file, "utf8"));
  for (const text of [
    "",
    JSON.stringify({ ...seen, pid: 999_999 }),
    JSON.stringify({ ...seen, identity: "x" }),
  ]) {
    writeFileSync(file, text);
    await expect(lockDataDir(dataDir)).rejects.toThrow(
      "in use by another server, perhaps in another container",
    );
  }
});

it("is not taken from a process by the file that it left: another may have its number", async () => {
  (await lockDataDir(dataDir)).release();
  expect(runningHolder(dataDir)).toBe(process.pid);
  (await lockDataDir(dataDir)).release();
});

it("is PostgreSQL's too, so that it outlives a server that is killed; the next one stops it first", async () => {
  const other = await holdElsewhere("database");
  const left = readPidFile(path.join(dataDir, "postgres"));
  other.kill("SIGKILL");
  await once(other, "exit");
  expect(tryLockDataDir(dataDir)).toBe(null);
  const lock = await lockDataDir(dataDir);
  expect(isRunning(left?.pid as number)).toBe(false);
  const postgres = await startPostgres({ dataDir, lock: lock.handle });
  await postgres.stop();
  lock.release();
});
