import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Returns the contents of a file that only this user may read. If the file does not exist, `create` returns its
 * contents. If several processes create it at once, all get the contents of the first. A killed process leaves no
 * partial file.
 */
export function keptFile(dataDir: string, name: string, create: () => string): string {
  const file = path.join(dataDir, name);
  const kept = readKept(file);
  if (kept !== null) return kept;
  const contents = create();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const whole = `${file}.${process.pid}.new`;
  writeFileSync(whole, `${contents}\n`, { mode: 0o600, flush: true });
  try {
    putInPlace(whole, file);
  } finally {
    rmSync(whole, { force: true });
  }
  return readKept(file) ?? contents;
}

function readKept(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/** Gives a file its name, unless another file has it. If the file system has no links, it replaces the other file. */
function putInPlace(whole: string, file: string): void {
  try {
    linkSync(whole, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") renameSync(whole, file);
  }
}

/** Returns 192 random bits in letters that need no quoting in a shell or a URL. */
export function randomSecret(): string {
  return randomBytes(24).toString("base64url");
}
