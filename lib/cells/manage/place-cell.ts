import { BEGIN_PLACING, DEFERRED_TRIGGERS, OTHER_SESSIONS, PLACE } from "@/lib/cells/manage/place-cell.sql";
import { applicationName, readAddress } from "@/lib/database-address";
import { withLongSession } from "@/lib/db/client";
import { describeDatabase, firstLine, MigrationError } from "@/lib/db/migrations/connect";
import { KNOWS_PLACED } from "@/lib/db/nodes/node.sql";

/**
 * Makes Citus place a schema on one of its nodes, whole or not at all (rules: cells on nodes).
 * @param url the address of the schema at the coordinator.
 * @throws MigrationError if the schema is in use, if the server is no coordinator of Citus, or if Citus reports an
 * error.
 */
export async function placeCell(url: string): Promise<void> {
  const address = readAddress(url);
  const refusal = (reason: string) =>
    new MigrationError(`The database ${describeDatabase(url)} cannot be placed: ${reason}.`);
  const { schema } = address;
  if (schema === undefined) throw refusal("its address names no schema");
  await withLongSession(url, async (client) => {
    const [citus] = (await client.query<{ knows: boolean }>(KNOWS_PLACED)).rows;
    if (!citus?.knows) throw refusal("its server has no Citus of version 12 or newer");
    const name = applicationName(address);
    const [others] = (await client.query<{ sessions: number }>(OTHER_SESSIONS, [name])).rows;
    if (others && others.sessions > 0)
      throw refusal(`it has ${others.sessions} sessions. Stop the servers that have it in CELLS`);
    await client.query(BEGIN_PLACING);
    try {
      const { rows } = await client.query<{ remove: string; add: string }>(DEFERRED_TRIGGERS, [schema]);
      for (const { remove } of rows) await client.query(remove);
      await client.query(PLACE, [schema]);
      for (const { add } of rows) await client.query(add);
      await client.query("commit");
    } catch (error) {
      throw refusal(firstLine(error));
    }
  });
}
