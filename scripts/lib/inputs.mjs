import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "./child.mjs";

const NOT_BUILT = /\.(test|spec)\.tsx?$|(^|\/)generated\//;

/**
 * Returns a file's text, if there is one.
 * @param {string} file
 */
export const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

/** @param {(string | Buffer)[]} parts */
export function hash(...parts) {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(part).update("\0");
  return sum.digest("hex");
}

/**
 * Returns a hash of all inputs of a build, Node included.
 * @param {string[]} names of files and folders. Tests and generated files do not count.
 */
export function hashOf(names) {
  const files = names.filter((name) => existsSync(path.join(root, name))).flatMap(filesUnder);
  const built = files.map((file) => file.replaceAll(path.sep, "/")).filter((file) => !NOT_BUILT.test(file));
  return hash(process.versions.node, ...built.sort().flatMap((file) => [file, sumOf(file)]));
}

/** The hashes of files by their names: most are inputs of both builds, and none changes during a command. */
const sums = new Map();

/** @param {string} file */
function sumOf(file) {
  const sum = sums.get(file) ?? hash(readFileSync(path.join(root, file)));
  sums.set(file, sum);
  return sum;
}

/** @param {string} name */
function filesUnder(name) {
  if (statSync(path.join(root, name)).isFile()) return [name];
  return readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}
