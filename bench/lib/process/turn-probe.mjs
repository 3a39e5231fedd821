// Loaded into a server that is measured (NODE_OPTIONS=--import). Ten times a second each worker writes down
// for how long its event loop was held at most. It writes the time by the clock, and the processor time of
// its thread, which is the same on a busy machine. It is plain JavaScript: Node loads it before anything that
// could read TypeScript.
import cluster from "node:cluster";
import { appendFileSync, readFileSync } from "node:fs";

const LOOK_MS = 1;
const EVERY_MS = 100;

const file = process.env.TURNS_FILE;
if (cluster.isWorker && file !== undefined) {
  let last = look();
  let longest = { clockMs: 0, cpuMs: 0 };
  let writtenAt = last.clockMs;
  setInterval(() => {
    const now = look();
    longest.clockMs = Math.max(longest.clockMs, now.clockMs - last.clockMs - LOOK_MS);
    longest.cpuMs = Math.max(longest.cpuMs, now.cpuMs - last.cpuMs);
    last = now;
    if (now.clockMs - writtenAt < EVERY_MS) return;
    appendFileSync(file, `${Date.now()} ${longest.clockMs} ${longest.cpuMs}\n`);
    longest = { clockMs: 0, cpuMs: 0 };
    writtenAt = now.clockMs;
  }, LOOK_MS).unref();
}

/** The clock, and the main thread's processor time. 0 where the system does not tell (only Linux does). */
function look() {
  return { clockMs: performance.now(), cpuMs: cpuMs() };
}

function cpuMs() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}
