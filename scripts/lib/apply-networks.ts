import { openDatabase } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { applyNetworks } from "@/lib/jobs/apply-networks";
import { CommandError } from "@/server/base/command-error";

/**
 * Has the networks of a database be as the document of the settings states them, for a server that starts.
 * @throws CommandError where the document is refused, and there are no networks to go on with.
 */
export async function applyNetworksOf(url: string): Promise<void> {
  const db = openDatabase(url, 1);
  try {
    await applyNetworks(() => db, { isServerless: false });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new CommandError(`The networks document is refused: ${error.message}`);
  } finally {
    await db.close();
  }
}
