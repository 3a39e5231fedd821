// The entry of every npm script. It is plain Node without packages, since it installs them. It skips steps silently
// whose inputs have the same hashes as before.
import { existsSync } from "node:fs";
import path from "node:path";
import { bundle, commandFile } from "./lib/bundle.mjs";
import { bin, root, run, step } from "./lib/child.mjs";
import { writeDerived } from "./lib/derive.mjs";
import { build, generate, install } from "./lib/prepare.mjs";

const OLDEST_NODE = { major: 20, minor: 19 };
const COMMANDS = [
  "start",
  "dev",
  "build",
  "migrate",
  "account",
  "cells",
  "carrier",
  "webhooks",
  "integration",
  "portability",
  "audit-books",
  "backup",
  "restore",
  "mcp",
  "bench",
  "test",
  "test:all",
  "test:cluster",
  "test:peers",
  "check",
];

/** The entries of the benchmark beside `bench/bench.ts`. */
const BENCHES = ["attacks", "carriers", "compare", "growth"];

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor)) return;
  console.error(
    `Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer is needed; this is ${process.versions.node}.`,
  );
  process.exit(1);
}

/**
 * Runs a command in place of this process.
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<never>}
 */
async function start(name, args) {
  process.exit(await run(process.execPath, ["--enable-source-maps", commandFile(name), ...args]));
}

/**
 * Runs a TypeScript file in place of this process, for commands that work on the sources.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<never>}
 */
async function startSource(file, args) {
  process.exit(await run(process.execPath, ["--import", "tsx", path.join(root, file), ...args]));
}

/** Checks types, then lint, format and the imports between the rooms. */
async function check() {
  const next = bin("next", "dist", "bin", "next");
  await step("Generating route types", process.execPath, [next, "typegen"]);
  const checks = [
    // An incremental check misses that the database client was generated anew.
    [bin("typescript", "bin", "tsc"), "--noEmit", "--incremental", "false"],
    [
      bin("@biomejs", "biome", "bin", "biome"),
      "ci",
      "--error-on-warnings",
      `--colors=${process.stdout.isTTY ? "force" : "off"}`,
    ],
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
process.env.NEXT_TELEMETRY_DISABLED ??= "1";
// Tests and benches must not reach the database of an operator's own settings.
if (!["test", "test:all", "test:cluster", "test:peers", "bench"].includes(command) && existsSync(".env"))
  process.loadEnvFile(".env");
// The output of this command is a protocol: its preparation is reported on standard error.
if (command === "mcp") console.log = console.error;
await install(["dev", "test", "test:all", "test:cluster", "test:peers", "check", "bench"].includes(command));
await generate();
writeDerived();
// Tests that need a build make it beside those that need none.
if (!["check", "test", "test:all", "test:cluster"].includes(command)) await bundle();
if (["start", "bench", "test:peers"].includes(command)) await build();
if (command === "build") await build({ always: true });
else if (command === "check") await check();
else if (["test", "test:all", "test:cluster"].includes(command))
  await startSource("scripts/test.ts", [command, ...args]);
else if (command === "test:peers") await startSource("tests/peers/run.ts", args);
else if (command === "bench" && BENCHES.includes(args[0] ?? ""))
  await startSource(`bench/${args[0]}.ts`, args.slice(1));
else if (command === "bench") await startSource("bench/bench.ts", args);
else if (command === "dev") await start("start", ["--dev", ...args]);
else await start(command, args);
