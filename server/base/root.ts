import { existsSync } from "node:fs";
import path from "node:path";

/** The folder of package.json, from which the server finds the files that it reads at run time. */
export const ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  return existsSync(path.join(folder, "package.json")) ? folder : findRoot(path.dirname(folder));
}

/**
 * Returns the file of a module that is started or loaded by its path. The file is compiled if this module is.
 * @param name its path below the root, without the extension. `scripts/lib/bundle.mjs` makes it an entry.
 */
export function moduleFile(name: string): string {
  return import.meta.filename.endsWith(".js")
    ? path.join(ROOT, "dist", `${name}.js`)
    : path.join(ROOT, `${name}.ts`);
}
