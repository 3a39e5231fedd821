import { applyAtStart } from "@/lib/carriers/document/apply-at-start";
import { now } from "@/lib/clock";
import { authSecret } from "@/lib/crypto/auth-secret";
import { openDatabase } from "@/lib/db/client";
import type { Env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { measureClock } from "@/lib/jobs/clock/measure-clock";
import { jobsMode } from "@/lib/jobs/mode";
import { CommandError } from "@/server/base/command-error";

/**
 * Has the networks of a database be as the document of the settings states them, for a server that starts.
 * @throws CommandError where the document is refused, and there are no networks to go on with.
 */
export async function applyNetworks(env: Env, url: string): Promise<void> {
  const db = openDatabase(url, 1);
  try {
    await measureClock(db);
    const setup = { authSecret: authSecret(), hasServer: jobsMode() === "local", now: now() };
    await applyAtStart(db, env, setup);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new CommandError(`The networks document is refused: ${error.message}`);
  } finally {
    await db.close();
  }
}
