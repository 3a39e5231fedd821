import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compressFiles } from "../../server/http/files/compressed-files.mjs";
import { bin, root, step } from "./child.mjs";
import { hash, hashOf, read } from "./inputs.mjs";

/** The files that Next's build is made of. A new top-level source folder belongs in this list. */
const BUILD_INPUTS = [
  "app",
  "components",
  "inngest",
  "lib",
  "public",
  "prisma/schema.prisma",
  "CHANGELOG.md",
  "instrumentation.ts",
  "proxy.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "package.json",
  "package-lock.json",
];

/** @typedef {Record<string, { version: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>} Packages */

/**
 * Returns whether the installed packages are those of the lock file, except optional ones of other systems.
 * @param {Packages} wanted by the lock file.
 * @param {Packages} installed by npm's own record of node_modules.
 * @param {boolean} isForWork true if packages that only tests and checks need are required too; an image does without
 * them.
 */
export function isInstalled(wanted, installed, isForWork) {
  return Object.entries(wanted).every(([name, { version, optional, dev, devOptional }]) => {
    if (name === "" || installed[name]?.version === version) return true;
    return !installed[name] && (optional || (!isForWork && (dev || devOptional)));
  });
}

/**
 * Installs the packages of the lock file, unless they are installed.
 * @param {boolean} isForWork true if packages that only tests and checks need are required too.
 */
export async function install(isForWork) {
  const lock = readFileSync(path.join(root, "package-lock.json"), "utf8");
  const stamp = bin(".installed-lock");
  if (read(stamp) === hash(lock)) return;
  const wanted = JSON.parse(lock).packages;
  const installed = JSON.parse(read(bin(".package-lock.json")) ?? '{"packages":{}}').packages;
  if (isInstalled(wanted, installed, true)) return writeFileSync(stamp, hash(lock));
  if (!isForWork && isInstalled(wanted, installed, false)) return;
  // No package needs its install script: some would only download unused files.
  const args = ["ci", "--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const npm = process.env.npm_execpath;
  if (npm?.endsWith("npm-cli.js")) await step("Installing packages", process.execPath, [npm, ...args]);
  else await step("Installing packages", process.platform === "win32" ? "npm.cmd" : "npm", args);
  writeFileSync(stamp, hash(lock));
}

/** Generates the database client, unless it was generated from this schema. */
export async function generate() {
  const { version } = JSON.parse(readFileSync(bin("prisma", "package.json"), "utf8"));
  const inputs = hash(
    version,
    ...["prisma/schema.prisma", "prisma.config.ts"].map((file) => readFileSync(path.join(root, file))),
  );
  const folder = path.join(root, "lib", "db", "generated");
  const stamp = path.join(folder, ".inputs");
  if (read(stamp) === inputs) return;
  // Generating needs no engine. Naming any program keeps Prisma from downloading one.
  const env = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
  await step(
    "Generating the database client",
    process.execPath,
    [bin("prisma", "build", "index.js"), "generate"],
    env,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(stamp, inputs);
}

/**
 * Builds the application, unless the last build was of the same files.
 * @param {{ always?: boolean }} [options]
 */
export async function build({ always = false } = {}) {
  const inputs = hashOf(BUILD_INPUTS);
  const stamp = path.join(root, ".next", "build-inputs");
  if (!always && read(stamp) === inputs && existsSync(path.join(root, ".next", "BUILD_ID"))) return;
  await step("Building", process.execPath, [bin("next", "dist", "bin", "next"), "build"], {
    NODE_ENV: "production",
  });
  // On Vercel, the platform compresses the files.
  if (!process.env.VERCEL) await compressFiles(path.join(root, ".next", "static"));
  writeFileSync(stamp, inputs);
}
