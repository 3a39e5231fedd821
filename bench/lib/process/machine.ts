import { execFileSync } from "node:child_process";
import { cpus } from "node:os";

/** Describes what figures depend on: the machine, and the code. A commit with changes has a `+`; null outside of git. */
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
