import { spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { CommandError } from "@/server/base/command-error";
import { keptFile, randomSecret } from "@/server/base/kept-file";
import {
  type PostgresBinaries,
  postgresBinaries,
  type ServerUser,
  serverUser,
} from "@/server/postgres/binaries";

/** A database cluster in a data folder, with the values that running it needs. */
export type Cluster = {
  /** The folder of PostgreSQL's files. */
  folder: string;
  /** The file of PostgreSQL's log. */
  log: string;
  password: string;
  user: ServerUser;
  binaries: PostgresBinaries;
  /**
   * An open file that PostgreSQL inherits, so that the lock on it ends with its last process; null if there is none.
   */
  lock: number | null;
};

export function clusterFolder(dataDir: string): string {
  return path.join(dataDir, "postgres");
}

/** Returns the database's password. It is random, created with the cluster, and kept in the data folder. */
export function clusterPassword(dataDir: string): string {
  return keptFile(dataDir, "postgres-password", () => {
    if (existsSync(clusterFolder(dataDir))) {
      throw new CommandError(
        `${path.join(dataDir, "postgres-password")} is missing: put it back, ` +
          `or remove ${clusterFolder(dataDir)} as well to begin with an empty database.`,
      );
    }
    return randomSecret();
  });
}

/** Returns the cluster of a data folder, and creates it if there is none. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = clusterFolder(dataDir);
  const user = serverUser(folder);
  const cluster: Cluster = {
    folder,
    log: path.join(dataDir, "postgres.log"),
    password: clusterPassword(dataDir),
    user,
    binaries: postgresBinaries(user),
    lock: null,
  };
  if (!existsSync(folder)) await createCluster(cluster);
  return cluster;
}

/**
 * Returns the path of the cluster for PostgreSQL's command line. If root runs PostgreSQL, it drops its privileges,
 * and may then be unable to reach a folder below a closed one. It starts with the cluster as its working directory,
 * which needs no path.
 */
export function clusterArgument(folder: string, user: ServerUser): string {
  return user !== null && process.platform === "linux" ? "/proc/self/cwd" : folder;
}

/** Returns PostgreSQL's environment. It inherits neither the host's locale nor `PG*` variables. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { NODE_ENV: "production", LC_ALL: "C", TZ: "UTC", PATH, SystemRoot, TEMP };
}

async function createCluster({ folder, password, user, binaries }: Cluster): Promise<void> {
  // The cluster is created under another name and renamed: an interrupted first start leaves no half of a cluster
  // behind.
  const partial = `${folder}.new`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const passwordFile = `${folder}-password.new`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== null) for (const file of [partial, passwordFile]) chownSync(file, user.uid, user.gid);
  const passwordHandle = openSync(passwordFile, "r");
  const child = spawn(
    binaries.initdb,
    [
      `--pgdata=${clusterArgument(partial, user)}`,
      // These are the same on every host, independent of its locale.
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--username=postgres",
      "--auth=scram-sha-256",
      // The file is passed as a descriptor: the user may not be able to reach its path.
      `--pwfile=${process.platform === "win32" ? passwordFile : "/dev/stdin"}`,
    ],
    { cwd: partial, env: serverEnvironment(), stdio: [passwordHandle, "pipe", "pipe"], ...user },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  closeSync(passwordHandle);
  rmSync(passwordFile);
  if (code !== 0) throw new CommandError(`The embedded PostgreSQL could not be set up: ${output.trim()}`);
  renameSync(partial, folder);
}
