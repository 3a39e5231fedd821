import path from "node:path";
import { type Env, loadEnv } from "@/lib/env";
import { CommandError } from "@/server/base/command-error";

/**
 * Returns the settings in the form that commands use: the data folder is absolute, and a wrong setting throws one
 * sentence.
 */
export function readSettings(): Env {
  try {
    const env = loadEnv();
    return { ...env, dataDir: path.resolve(env.dataDir) };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
