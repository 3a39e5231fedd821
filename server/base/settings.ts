import path from "node:path";
import { type Env, loadEnv } from "@/lib/env";
import { CommandError } from "@/server/base/command-error";

/** The settings as a command uses them: the data folder absolute, a wrong setting one sentence. */
export function readSettings(): Env {
  try {
    const env = loadEnv();
    return { ...env, dataDir: path.resolve(env.dataDir) };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
