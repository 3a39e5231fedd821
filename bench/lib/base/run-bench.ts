import { execFileSync } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { endAll } from "@/lib/shutdown";
import { CommandError, runCommand } from "@/server/base/command-error";
import { shutDownOnSignals } from "@/server/base/shutdown";

/**
 * Runs an entry of the benchmark to its end, and stops everything that it started.
 * @param measure returns a sentence for each limit that is broken, and for each disagreement. With one the
 * process exits   with 1.
 */
export function runBench(measure: () => Promise<string[]>): Promise<never> {
  return runCommand(async () => {
    shutDownOnSignals();
    try {
      console.log(`${cpus().length} cores, load average ${load()}`);
      const wrong = await measure();
      console.log(`load average at the end, with that of the measurement: ${load()}`);
      if (wrong.length > 0) throw new CommandError(`\n${wrong.join("\n")}`);
    } finally {
      await endAll();
    }
  });
}

const load = () => (loadavg()[0] ?? 0).toFixed(1);

/** Describes the machine and the code. A commit with changes has a `+`. It is null outside of git. */
export function describeMachine(root: string, postgres: string) {
  let commit: string | null = null;
  try {
    const git = execFileSync("git", ["describe", "--always", "--dirty=+"], { cwd: root, stdio: "pipe" });
    commit = git.toString().trim();
  } catch {
    // The folder is no checkout.
  }
  return { cores: cpus().length, processor: cpus()[0]?.model, node: process.versions.node, postgres, commit };
}
