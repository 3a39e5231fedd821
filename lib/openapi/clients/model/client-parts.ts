import { readFileSync } from "node:fs";
import path from "node:path";

/** The mark for the address that a client is downloaded from, as a quoted text. */
export const BASE_URL_MARK = "<base-url>";

/**
 * Reads a part of a client that is the same for every document: a file in the client's own language, written and
 * checked like any other.
 * @param name its path below the folder of clients.
 */
export function readPart(name: string): string {
  const file = path.join(process.cwd(), "lib", "openapi", "clients", name);
  return readFileSync(/* turbopackIgnore: true */ file, "utf8");
}
