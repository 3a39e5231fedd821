import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * The contents of a file that only this user may read. `create` makes them where the file is not there yet.
 */
export function keptFile(dataDir: string, name: string, create: () => string): string {
  const file = path.join(dataDir, name);
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const contents = create();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${contents}\n`, { mode: 0o600 });
  return contents;
}

/** 192 random bits in letters that need no quoting in a shell or a URL. */
export function randomSecret(): string {
  return randomBytes(24).toString("base64url");
}
