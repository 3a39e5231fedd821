import { spawn } from "node:child_process";
import { ROOT } from "@/server/base/root";
import { compiled } from "@/tests/support/kills/compiled";

/**
 * Begins to move an account in a process that is killed at a step.
 * @returns the signal that ended the process, or null.
 */
export async function moveUntil(accountId: number, to: number, step: string): Promise<NodeJS.Signals | null> {
  const file = await compiled("tests/support/moves/move-process.ts");
  const { PATH, DATABASE_URL, CELLS, AUTH_SECRET = "" } = process.env;
  const own = { PATH, DATABASE_URL, CELLS, AUTH_SECRET, NODE_ENV: "test" as const, LOG_LEVEL: "silent" };
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...own, ACCOUNT: String(accountId), TO: String(to), KILL_AT: step },
  });
  return new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
}
