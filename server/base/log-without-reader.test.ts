import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { ROOT } from "@/server/base/root";

/** A process that logs for each message, and reports its number of faults. */
const PROCESS = `
  import { log } from "@/lib/log";
  let faults = 0;
  process.on("uncaughtException", () => faults++);
  process.on("message", () => {
    for (let lines = 0; lines < 20; lines++) log().error("a line");
    console.error("another");
    const written = (stream) => new Promise((resolve) => stream.write("", resolve));
    // A fault of a stream comes after the callback of its write.
    Promise.all([process.stdout, process.stderr].map(written)).then(() => setImmediate(() => process.send(faults)));
  });
  log().error("it begins");
  process.send("it listens");`;

it("a process goes on when nobody reads its log any more", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", PROCESS], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, LOG_LEVEL: "error" },
  });
  try {
    await once(child, "message");
    child.stdout?.destroy();
    child.stderr?.destroy();
    for (const _ of ["once", "again"]) {
      child.send("log");
      expect(await once(child, "message")).toEqual([0, undefined]);
    }
  } finally {
    child.kill("SIGKILL");
  }
});
