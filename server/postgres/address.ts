import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import type { Cluster } from "@/server/postgres/cluster";

/**
 * PostgreSQL's Unix socket in the folder of its cluster, which is closed to other users. A statement costs a quarter less
 * there than by TCP, on both sides.
 */
function socketPath(folder: string, port: number): string {
  return path.join(path.resolve(folder), `${SOCKET}${port}`);
}

/** What PostgreSQL names a socket, before its port. */
const SOCKET = ".s.PGSQL.";

/** Whether a file of a cluster's folder is a socket, or the lock of one. */
export function isSocketFile(name: string): boolean {
  return name.startsWith(SOCKET);
}

/** The longest path of a socket on macOS and the BSDs; Linux takes four more. Node cuts a longer one off without a word. */
const MAX_PATH_BYTES = 103;

/**
 * Whether a folder can have a Unix socket: its path may be too long for one, and Windows and some shared folders of
 * containers have none.
 */
export async function canHaveSocket(folder: string): Promise<boolean> {
  // As long as any other port's.
  const file = socketPath(folder, 10_000);
  if (process.platform === "win32" || Buffer.byteLength(file) > MAX_PATH_BYTES) return false;
  rmSync(file, { force: true });
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(file);
    await once(server, "listening");
    const client = connect(file);
    await once(client, "connect");
    client.destroy();
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** Where the server of a cluster is reached: by its socket where it has one, else by TCP. */
export function connectionString(
  { folder, password }: Pick<Cluster, "folder" | "password">,
  port: number,
  database: string,
): string {
  const isSocket = existsSync(socketPath(folder, port));
  const host = isSocket ? encodeURIComponent(path.resolve(folder)) : "127.0.0.1";
  return `postgresql://postgres:${password}@${host}:${port}/${database}`;
}
