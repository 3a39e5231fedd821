import { spawn } from "node:child_process";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Returns a file of an installed package.
 * @param {string[]} segments
 */
export const bin = (...segments) => path.join(root, "node_modules", ...segments);

/**
 * Runs a program to its end and returns its exit code. Its output is shown as it comes. With a title, it is only
 * shown if the program fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ title?: string, env?: Record<string, string> | undefined }} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, { title, env } = {}) {
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
  // Signals are forwarded to the child, which decides how to end. This process ends with it.
  let ending = false;
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    ending = true;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  // npm signals the shell between us, which forwards nothing. The end of that shell is the signal.
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
 * Runs one step of the preparation, and exits if it fails.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export async function step(title, program, args, env) {
  const status = await run(program, args, { title, env });
  if (status !== 0) process.exit(status);
}
