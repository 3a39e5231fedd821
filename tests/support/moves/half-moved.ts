import { spawn } from "node:child_process";
import type { RebalanceRequest } from "@/lib/cells/rebalance/rebalance";
import { ROOT } from "@/server/base/root";
import { compiled } from "@/tests/support/kills/compiled";

/** Begins to move an account in a process that is killed at a step. @returns the signal that ended it, or null. */
export function moveUntil(accountId: number, to: number, step: string): Promise<NodeJS.Signals | null> {
  return killed("move-process.ts", { ACCOUNT: String(accountId), TO: String(to), KILL_AT: step });
}

/** Divides accounts anew in a process that is killed once it says a sentence that begins so. @returns as `moveUntil`. */
export function rebalanceUntil(request: RebalanceRequest, said: string): Promise<NodeJS.Signals | null> {
  return killed("rebalance-process.ts", { REQUEST: JSON.stringify(request), KILL_AT: said });
}

async function killed(source: string, asked: Record<string, string>): Promise<NodeJS.Signals | null> {
  const file = await compiled(`tests/support/moves/${source}`);
  const { PATH, DATABASE_URL, CELLS, AUTH_SECRET = "" } = process.env;
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { PATH, DATABASE_URL, CELLS, AUTH_SECRET, NODE_ENV: "test", LOG_LEVEL: "silent", ...asked },
  });
  return new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
}
