import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type EmbeddedPostgres, startPostgres } from "@/server/postgres/embedded-postgres";

/** A crash may lose what these leave unwritten: fine for data that is thrown away, and several times faster. */
const THROWAWAY = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };

/** Starts a PostgreSQL of its own in a temporary folder; `stop` removes it with all its data. */
export async function startThrowawayPostgres(): Promise<EmbeddedPostgres> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "gateway-test-"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const postgres = await startPostgres({ dataDir, settings: THROWAWAY });
    return {
      ...postgres,
      stop: async () => {
        await postgres.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
