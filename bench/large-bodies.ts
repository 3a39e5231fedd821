import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabases } from "@/bench/lib/databases";
import { startGateway } from "@/bench/lib/gateway";
import { type LargeBody, largeBodies } from "@/bench/lib/large-bodies";
import { makeSenders } from "@/bench/lib/senders";
import { openDatabase } from "@/lib/db/client";
import { endAll, onShutdown } from "@/lib/shutdown";
import { runCommand } from "@/server/base/command-error";
import { randomSecret } from "@/server/base/kept-file";
import { ROOT } from "@/server/base/root";
import { shutDownOnSignals } from "@/server/base/shutdown";

// For how long each of the largest allowed bodies holds everybody else, one at a time. It uses the production
// build (npm run build first).
//
// node --import tsx bench/large-bodies.ts [times each] [part of a name]

const TIMES = Number(process.argv[2] ?? 7);
const ONLY = process.argv[3] ?? "";
/** Time for a request's leftovers: handing its messages over, and writing down its turns. */
const REST_MS = 1_500;

/** The result of one request: its status, and the longest time that everybody else was held. */
type Watched = { status: number; tookMs: number; clockMs: number; cpuMs: number };

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Medians, and behind the first one the maximum. */
function lineOf(name: string, found: readonly Watched[]): string {
  const of = (figure: "tookMs" | "clockMs" | "cpuMs") => found.map((watched) => watched[figure]);
  const shown = (ms: number, width: number) => `${Math.round(ms)}`.padStart(width);
  const held = `${shown(median(of("cpuMs")), 14)},${shown(Math.max(...of("cpuMs")), 4)}`;
  const status = String(found[0]?.status).padStart(6);
  return `${name.padEnd(44)}${status}${held}${shown(median(of("clockMs")), 20)}${shown(median(of("tookMs")), 16)}`;
}

runCommand(async () => {
  shutDownOnSignals();
  const data = path.join(ROOT, ".data");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(path.join(data, "large-bodies-"));
  onShutdown("resources", () => rmSync(folder, { recursive: true, force: true }));
  try {
    const databases = await openDatabases(ROOT, undefined, false);
    const db = openDatabase(databases.url, 2);
    const [sender] = await makeSenders(db, "large", 1);
    await db.close();
    const turns = path.join(folder, "turns");
    writeFileSync(turns, "");
    const probe = path.join(ROOT, "bench", "lib", "process", "turn-probe.mjs");
    const settings = { WORKERS: "1", TURNS_FILE: turns, NODE_OPTIONS: `--import ${probe}` };
    const started = { root: ROOT, databaseUrl: databases.url, authSecret: randomSecret(), receivers: "" };
    const gateway = await startGateway({ ...started, folder, settings });

    const ask = async ({ path: at, body, headers }: LargeBody): Promise<number> => {
      const authorization = `Bearer ${sender?.token}`;
      const response = await fetch(`http://127.0.0.1:${gateway.port}${at}`, {
        method: "POST",
        body,
        headers: { authorization, "content-type": "application/json", ...headers },
      });
      await response.arrayBuffer();
      return response.status;
    };
    /** The longest time that the event loop was held during some work, and how long the work took. */
    const watched = async (work: () => Promise<number>): Promise<Watched> => {
      const from = Date.now();
      const status = await work();
      const tookMs = Date.now() - from;
      await sleep(REST_MS);
      const lines = readFileSync(turns, "utf8").trim().split("\n");
      // A line describes the tenth of a second before it.
      const during = lines.map((line) => line.split(" ").map(Number)).filter(([at]) => Number(at) > from);
      const most = (column: number) => Math.max(0, ...during.map((figures) => figures[column] ?? 0));
      return { status, tookMs, clockMs: most(1), cpuMs: most(2) };
    };
    console.log(`${"".padEnd(44)}status  held, ms of the processor  by the clock  answered in ms`);
    const nothing: LargeBody = { name: "nothing", path: "", body: "" };
    for (const asked of [nothing, ...largeBodies().filter(({ name }) => name.includes(ONLY))]) {
      const found: Watched[] = [];
      for (let time = 0; time < TIMES; time++) {
        // Each repeat is a request of its own. Repeated queries ask about the last one.
        const key = asked.headers?.["Idempotency-Key"];
        const request =
          key === undefined ? asked : { ...asked, headers: { "Idempotency-Key": `${key}-${time}` } };
        found.push(await watched(() => (asked === nothing ? Promise.resolve(0) : ask(request))));
      }
      console.log(lineOf(asked.name, found));
    }
  } finally {
    await endAll();
  }
});
