import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type EmbeddedPostgres, startPostgres } from "@/server/postgres/embedded-postgres";
import { bySocket } from "@/tests/support/database/by-socket";
import { quickFolder } from "@/tests/support/server/quick-folder";

/** A crash may lose data with these settings. They are several times faster, and the data is temporary. */
const THROWAWAY = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };

/**
 * The write-ahead log fills memory before its files are reused, and several tests have servers at once.
 * Creating or dropping a database scans all buffers, which save nothing if the files are in memory as well.
 */
const IN_MEMORY = { max_wal_size: "256MB", max_connections: "500", shared_buffers: "128MB" };

type Throwaway = {
  /** True to keep its files in memory if there is room. */
  inMemory?: boolean;
  /** Fills its data folder before the start. */
  prepare?: (dataDir: string) => void;
  /** Reads its data folder between the stop and the removal. */
  finish?: (dataDir: string) => void;
};

/** Starts a PostgreSQL in a temporary folder. `stop` removes it with all its data. */
export async function startThrowawayPostgres({
  inMemory = false,
  prepare = () => {},
  finish = () => {},
}: Throwaway = {}): Promise<EmbeddedPostgres> {
  const dataDir = inMemory ? quickFolder("gateway-test-") : mkdtempSync(path.join(tmpdir(), "gateway-test-"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    prepare(dataDir);
    const sockets = inMemory && process.platform !== "win32" ? socketFolder(dataDir) : undefined;
    const settings = {
      ...THROWAWAY,
      ...(inMemory ? IN_MEMORY : {}),
      ...(sockets && { unix_socket_directories: sockets }),
    };
    const postgres = await startPostgres({ dataDir, settings });
    return {
      ...postgres,
      url: (database) => (sockets ? bySocket(postgres.url(database), sockets) : postgres.url(database)),
      stop: async () => {
        await postgres.stop();
        try {
          finish(dataDir);
        } finally {
          remove();
        }
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Returns a folder for the server's socket. A server that root starts runs as another user, who may not write
 * to root's folders.
 */
function socketFolder(dataDir: string): string {
  const folder = path.join(dataDir, "sockets");
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  chmodSync(dataDir, 0o711);
  return folder;
}
