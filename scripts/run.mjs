// The one entry of every npm script. Plain Node without packages, for it is what installs them. Whatever is already
// done is found out by hashes and passed over in silence.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = [20, 19];
const COMMANDS = ["start", "dev", "build", "migrate", "account", "test", "check"];
/** What a build is made of; a new top-level source folder belongs in this list. */
const BUILD_INPUTS = [
  ...["app", "components", "inngest", "lib", "public", "prisma/schema.prisma", "instrumentation.ts", "proxy.ts"],
  ...["next.config.ts", "postcss.config.mjs", "tsconfig.json", "package.json", "package-lock.json"],
];
const NOT_BUILT = /\.(test|spec)\.tsx?$|^lib\/(testing|db\/generated)\//;

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = (...segments) => path.join(root, "node_modules", ...segments);
const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
const hash = (...parts) => parts.reduce((sum, part) => sum.update(part).update("\0"), createHash("sha256")).digest("hex");

/** Runs a program to its end. Its output is shown as it comes, or with `title` only when it fails. */
function run(program, args, { title, env } = {}) {
  if (title) console.log(title);
  const stdio = title ? ["ignore", "pipe", "pipe"] : ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  // Handed on rather than obeyed: the child decides how to end, and this process ends with it.
  const forward = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(name, forward);
      const status = code ?? 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9 }[signal] ?? 15);
      if (title && status !== 0) process.stderr.write(output);
      resolve(status);
    });
  });
}

/** Runs one step of the preparation, and ends here when it fails. */
async function step(title, program, args, env) {
  const status = await run(program, args, { title, env });
  if (status !== 0) process.exit(status);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Node ${OLDEST_NODE.join(".")} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Whether node_modules holds what the lock file says, by npm's own record of it. */
function isInstalled(lock) {
  const record = read(bin(".package-lock.json"));
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  return Object.entries(JSON.parse(lock).packages).every(
    ([name, { version, optional }]) => name === "" || installed[name]?.version === version || (optional && !installed[name]),
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
  const inputs = hash(version, ...["prisma/schema.prisma", "prisma.config.ts"].map((file) => readFileSync(path.join(root, file))));
  const folder = path.join(root, "lib", "db", "generated");
  const stamp = path.join(folder, ".inputs");
  if (read(stamp) === inputs) return;
  // Generating needs no engine; naming any program keeps Prisma from downloading one.
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1" };
  await step("Generating the database client", process.execPath, [bin("prisma", "build", "index.js"), "generate"], env);
  mkdirSync(folder, { recursive: true });
  writeFileSync(stamp, inputs);
}

function buildInputs() {
  const files = BUILD_INPUTS.filter((name) => existsSync(path.join(root, name))).flatMap((name) => {
    const entries = path.extname(name) ? [] : readdirSync(path.join(root, name), { recursive: true, withFileTypes: true });
    if (path.extname(name)) return [name];
    return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  });
  const kept = files.map((file) => file.replaceAll(path.sep, "/")).filter((file) => !NOT_BUILT.test(file));
  return hash(process.versions.node, ...kept.sort().flatMap((file) => [file, readFileSync(path.join(root, file))]));
}

async function build({ always = false } = {}) {
  const inputs = buildInputs();
  const stamp = path.join(root, ".next", "build-inputs");
  if (!always && read(stamp) === inputs && existsSync(path.join(root, ".next", "BUILD_ID"))) return;
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await step("Building", process.execPath, [bin("next", "dist", "bin", "next"), "build"], env);
  writeFileSync(stamp, inputs);
}

/** Runs a TypeScript script of this folder in place of this process. */
async function script(name, args) {
  process.exit(await run(process.execPath, ["--import", "tsx", path.join(root, "scripts", `${name}.ts`), ...args]));
}

async function check() {
  const env = { NEXT_TELEMETRY_DISABLED: "1" };
  await step("Generating route types", process.execPath, [bin("next", "dist", "bin", "next"), "typegen"], env);
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
