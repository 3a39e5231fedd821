import { existsSync } from "node:fs";
import path from "node:path";

/** The folder that holds package.json: what the server reads at run time, it finds from here. */
export const ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  return existsSync(path.join(folder, "package.json")) ? folder : findRoot(path.dirname(folder));
}

/**
 * The file of a module that is started or loaded by its path: compiled, where this module is compiled itself.
 * @param name its path below the root, without the extension. `scripts/lib/bundle.mjs` makes it an entry.
 */
export function moduleFile(name: string): string {
  return import.meta.filename.endsWith(".js")
    ? path.join(ROOT, "dist", `${name}.js`)
    : path.join(ROOT, `${name}.ts`);
}
