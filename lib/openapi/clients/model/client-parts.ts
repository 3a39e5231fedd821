import { readFileSync } from "node:fs";
import path from "node:path";

/** What stands in the text of a client for the address that its reader downloads it from, as a quoted text. */
export const BASE_URL_MARK = "<base-url>";

/**
 * A part of a client that is the same whatever the document says: a file that is written and checked as any other, in
 * the client's own language.
 * @param name its path below the folder of clients.
 */
export function readPart(name: string): string {
  const file = path.join(process.cwd(), "lib", "openapi", "clients", name);
  return readFileSync(/* turbopackIgnore: true */ file, "utf8");
}
