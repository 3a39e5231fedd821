import { openDatabase } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { applyNetworks } from "@/lib/jobs/apply-networks";
import { CommandError } from "@/server/base/command-error";

/**
 * Applies the networks document of the settings to a database, for a server that starts.
 * @throws CommandError if the document is rejected and the database has no networks from before.
 */
export async function applyNetworksOf(url: string): Promise<void> {
  const db = openDatabase(url, 1);
  try {
    await applyNetworks(() => db, { isServerless: false });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new CommandError(`The networks document is invalid: ${error.message}`);
  } finally {
    await db.close();
  }
}
