import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { CommandError } from "@/scripts/lib/command-error";
import type { PostgresBinaries, ServerUser } from "@/scripts/lib/postgres-binaries";

/**
 * How the server is told where its cluster is. Run by root it gives up its privileges, and may then be unable to walk
 * down to a folder closed to others; but it starts with the cluster as its working directory, which needs no walking.
 */
export function clusterArgument(cluster: string, user: ServerUser): string {
  return user !== null && process.platform === "linux" ? "/proc/self/cwd" : cluster;
}

/** Its environment: nothing of ours, so that neither the host's locale nor `PG*` variables reach the server. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { NODE_ENV: "production", LC_ALL: "C", TZ: "UTC", PATH, SystemRoot, TEMP };
}

/** The database's password, random, kept in the data folder and made with the cluster. */
export function readPassword(dataDir: string, cluster: string): string {
  const file = path.join(dataDir, "postgres-password");
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  if (existsSync(cluster)) {
    throw new CommandError(
      `${file} is missing: put it back, or remove ${cluster} as well to begin with an empty database.`,
    );
  }
  const password = randomBytes(24).toString("base64url");
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Makes an empty cluster that depends on nothing of the host, its locale least of all. */
export async function createCluster(
  dataDir: string,
  cluster: string,
  password: string,
  binaries: PostgresBinaries,
  user: ServerUser,
): Promise<void> {
  // Made aside and renamed, so that an interrupted first start leaves no half a cluster behind.
  const partial = `${cluster}.new`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const passwordFile = path.join(dataDir, "postgres-password.init");
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== null) for (const file of [partial, passwordFile]) chownSync(file, user.uid, user.gid);
  const passwordHandle = openSync(passwordFile, "r");
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["--username=postgres", "--auth=scram-sha-256", "--pwfile=/dev/stdin"];
  const child = spawn(binaries.initdb, [`--pgdata=${clusterArgument(partial, user)}`, ...access, ...locale], {
    cwd: partial,
    env: serverEnvironment(),
    stdio: [passwordHandle, "pipe", "pipe"],
    ...user,
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  closeSync(passwordHandle);
  rmSync(passwordFile);
  if (code !== 0) throw new CommandError(`The embedded PostgreSQL could not be set up: ${output.trim()}`);
  renameSync(partial, cluster);
}
