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

/** A database cluster in a data folder, and what it takes to run it. */
export type Cluster = {
  /** Where PostgreSQL keeps its files. */
  folder: string;
  /** Where it writes its log. */
  log: string;
  password: string;
  user: ServerUser;
  binaries: PostgresBinaries;
  /** An open file that PostgreSQL inherits, so that the lock on it ends with its last process. Null: none. */
  lock: number | null;
};

export function clusterFolder(dataDir: string): string {
  return path.join(dataDir, "postgres");
}

/** The database's password: random, kept in the data folder and made with the cluster. */
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

/** The cluster of a data folder. Makes it first where there is none. */
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
 * How PostgreSQL is told where its cluster is. Run by root it gives up its privileges, and may then be unable
 * to reach a folder below one closed to others. It starts with the cluster as its working directory, which
 * needs no path.
 */
export function clusterArgument(folder: string, user: ServerUser): string {
  return user !== null && process.platform === "linux" ? "/proc/self/cwd" : folder;
}

/**
 * PostgreSQL's environment: nothing of ours, so that neither the host's locale nor `PG*` variables reach it.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { NODE_ENV: "production", LC_ALL: "C", TZ: "UTC", PATH, SystemRoot, TEMP };
}

async function createCluster({ folder, password, user, binaries }: Cluster): Promise<void> {
  // Made under another name and renamed: an interrupted first start leaves no half a cluster behind.
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
      // The same everywhere, whatever locale the host has or lacks.
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--username=postgres",
      "--auth=scram-sha-256",
      // By its handle: the user may not be able to reach the path.
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
