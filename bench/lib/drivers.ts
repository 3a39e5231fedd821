import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { Driven, LoadJob } from "@/bench/lib/load/load-job";
import { startWorker } from "@/bench/lib/process/child";
import type { ReceiverJob } from "@/bench/lib/receiver-process";
import type { Bench } from "@/bench/lib/scenario";
import type { SqlJob } from "@/bench/lib/sql-job";
import { onShutdown } from "@/lib/shutdown";
import { ROOT } from "@/server/base/root";

/** A folder of this run on the disk of the project, since temporary folders may be in memory; it goes at the end. */
export function openFolder(): string {
  const data = path.join(ROOT, ".data");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(data, "bench-run-"));
  onShutdown("resources", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the processes that ask, that drive the database alone, and that receive. They end with this one. */
export async function startDrivers(): Promise<Pick<Bench, "load" | "sql" | "receiver" | "receivers">> {
  const load = await startWorker<LoadJob, Driven>("load/load-process.ts");
  onShutdown("resources", load.stop);
  const sql = await startWorker<SqlJob, Driven>("sql-process.ts");
  onShutdown("resources", sql.stop);
  const receiver = await startWorker<ReceiverJob, number>("receiver-process.ts");
  onShutdown("resources", receiver.stop);
  return { load, sql, receiver, receivers: `localhost:${await receiver.run("port")}` };
}
