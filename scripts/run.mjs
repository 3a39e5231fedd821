// The one entry of every npm script. Plain Node without packages, for it is what installs them. Whatever is already
// done is found out by hashes and passed over in silence.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = { major: 20, minor: 19 };
const COMMANDS = ["start", "dev", "build", "migrate", "account", "test", "check"];
/** What a build is made of; a new top-level source folder belongs in this list. */
const BUILD_INPUTS = [
  ...[
    "app",
    "components",
    "inngest",
    "lib",
    "public",
    "prisma/schema.prisma",
    "instrumentation.ts",
    "proxy.ts",
  ],
  ...["next.config.ts", "postcss.config.mjs", "package.json", "package-lock.json"],
];
const NOT_BUILT = /\.(test|spec)\.tsx?$|^lib\/(testing|db\/generated)\//;

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** @param {string[]} segments */
const bin = (...segments) => path.join(root, "node_modules", ...segments);

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

/** @param {(string | Buffer)[]} parts */
function hash(...parts) {
  const sum = createHash("sha256");
  for (const part of parts) sum.update(part).update("\0");
  return sum.digest("hex");
}

/**
 * Runs a program to its end and gives its exit code. Its output is shown as it comes, or with a title only when it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ title?: string, env?: Record<string, string> | undefined }} [options]
 * @returns {Promise<number>}
 */
function run(program, args, { title, env } = {}) {
  if (title) console.log(title);
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = title ? ["ignore", "pipe", "pipe"] : ["inherit", "inherit", "inherit", "ipc"];
  /** @type {import("node:child_process").ChildProcess} */
  const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  // Handed on rather than obeyed: the child decides how to end, and this process ends with it.
  let ending = false;
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    ending = true;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  // npm signals the shell between us, which passes nothing on: that shell's end is the signal.
  const shell = process.env.npm_lifecycle_event ? process.ppid : undefined;
  const watch = setInterval(() => {
    if (shell !== undefined && process.ppid !== shell && !ending) forward("SIGTERM");
  }, 250);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearInterval(watch);
      for (const name of SIGNALS) process.off(name, forward);
      const status = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      if (title && status !== 0) process.stderr.write(output);
      resolve(status);
    });
  });
}

/**
 * Runs one step of the preparation, and ends here when it fails.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function step(title, program, args, env) {
  const status = await run(program, args, { title, env });
  if (status !== 0) process.exit(status);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor)) return;
  console.error(
    `Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer is needed; this is ${process.versions.node}.`,
  );
  process.exit(1);
}

/**
 * Whether node_modules holds what the lock file says, by npm's own record of it.
 * @param {string} lock
 */
function isInstalled(lock) {
  const record = read(bin(".package-lock.json"));
  if (record === undefined) return false;
  /** @typedef {Record<string, { version: string, optional?: boolean }>} Packages */
  /** @type {Packages} */
  const installed = JSON.parse(record).packages;
  /** @type {Packages} */
  const wanted = JSON.parse(lock).packages;
  return Object.entries(wanted).every(
    ([name, { version, optional }]) =>
      name === "" || installed[name]?.version === version || (optional && !installed[name]),
  );
}

async function install() {
  const lock = readFileSync(path.join(root, "package-lock.json"), "utf8");
  const stamp = bin(".installed-lock");
  if (read(stamp) === hash(lock)) return;
  if (!isInstalled(lock)) {
    const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
    const npm = process.env.npm_execpath;
    if (npm?.endsWith("npm-cli.js")) await step("Installing packages", process.execPath, [npm, ...args]);
    else await step("Installing packages", process.platform === "win32" ? "npm.cmd" : "npm", args);
  }
  writeFileSync(stamp, hash(lock));
}

async function generate() {
  const { version } = JSON.parse(readFileSync(bin("prisma", "package.json"), "utf8"));
  const inputs = hash(
    version,
    ...["prisma/schema.prisma", "prisma.config.ts"].map((file) => readFileSync(path.join(root, file))),
  );
  const folder = path.join(root, "lib", "db", "generated");
  const stamp = path.join(folder, ".inputs");
  if (read(stamp) === inputs) return;
  // Generating needs no engine; naming any program keeps Prisma from downloading one.
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

/** A hash of everything a build is made of. */
function buildInputs() {
  const files = BUILD_INPUTS.filter((name) => existsSync(path.join(root, name))).flatMap(filesUnder);
  const built = files.map((file) => file.replaceAll(path.sep, "/")).filter((file) => !NOT_BUILT.test(file));
  return hash(
    process.versions.node,
    ...built.sort().flatMap((file) => [file, readFileSync(path.join(root, file))]),
  );
}

/** @param {string} name */
function filesUnder(name) {
  if (statSync(path.join(root, name)).isFile()) return [name];
  return readdirSync(path.join(root, name), { recursive: true, encoding: "utf8" })
    .map((entry) => path.join(name, entry))
    .filter((file) => statSync(path.join(root, file)).isFile());
}

async function build({ always = false } = {}) {
  const inputs = buildInputs();
  const stamp = path.join(root, ".next", "build-inputs");
  if (!always && read(stamp) === inputs && existsSync(path.join(root, ".next", "BUILD_ID"))) return;
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await step("Building", process.execPath, [bin("next", "dist", "bin", "next"), "build"], env);
  writeFileSync(stamp, inputs);
}

/**
 * Runs a TypeScript script of this folder in place of this process.
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<never>}
 */
async function script(name, args) {
  process.exit(
    await run(process.execPath, ["--import", "tsx", path.join(root, "scripts", `${name}.ts`), ...args]),
  );
}

async function check() {
  const env = { NEXT_TELEMETRY_DISABLED: "1" };
  await step(
    "Generating route types",
    process.execPath,
    [bin("next", "dist", "bin", "next"), "typegen"],
    env,
  );
  const checks = [
    [bin("typescript", "bin", "tsc"), "--noEmit"],
    [bin("@biomejs", "biome", "bin", "biome"), "ci", "--error-on-warnings"],
  ];
  for (const args of checks) {
    const status = await run(process.execPath, args);
    if (status !== 0) process.exit(status);
  }
}

const [command = "", ...args] = process.argv.slice(2);
checkNode();
if (!COMMANDS.includes(command)) {
  console.error(`Usage: node scripts/run.mjs ${COMMANDS.join("|")}`);
  process.exit(1);
}
process.chdir(root);
// Tests must not find their way to the database of an operator's own settings.
if (command !== "test" && existsSync(".env")) process.loadEnvFile(".env");
await install();
await generate();
if (command === "start" || (command === "test" && args.length === 0)) await build();
if (command === "build") await build({ always: true });
else if (command === "check") await check();
else if (command === "dev") await script("start", ["--dev", ...args]);
else await script(command, args);
