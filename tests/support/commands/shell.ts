import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export type ShellAnswer = { code: number | null; out: string; err: string };

/** Returns true if a program is installed and accepts these arguments. */
export const hasProgram = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/**
 * Runs a command as a person who pastes it: with the machine's programs, and only these environment
 * variables.
 */
export async function runShell(
  command: string,
  env: Record<string, string> = {},
  input: Uint8Array = new Uint8Array(),
): Promise<ShellAnswer> {
  const { PATH, NODE_ENV } = process.env;
  const child = spawn("sh", ["-c", command], { env: { PATH, NODE_ENV, ...env } });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  // A program that does not read its input may end before the input is written.
  child.stdin.on("error", () => {}).end(input);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

export type CurlAnswer = { status: number; head: string; text: string; body: unknown };

/**
 * Runs a curl command exactly as it is written. A settings file makes curl print the status as well.
 * @returns the body, parsed if it is JSON; `head` is empty unless the command requests headers.
 * @throws Error if curl fails, or prints a message for its user.
 */
export async function runCurl(command: string, env: Record<string, string> = {}): Promise<CurlAnswer> {
  const home = mkdtempSync(path.join(tmpdir(), "gateway-curl-"));
  try {
    writeFileSync(path.join(home, ".curlrc"), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n');
    const { code, out, err } = await runShell(command, { CURL_HOME: home, HOME: home, ...env });
    if (code !== 0 || err !== "") throw new Error(`${command}\nended with ${code}: ${err}`);
    const end = out.lastIndexOf("\n");
    const said = out.slice(0, end);
    const headEnd = said.startsWith("HTTP/") ? said.indexOf("\r\n\r\n") + 4 : 0;
    const text = said.slice(headEnd);
    const body: unknown = text.startsWith("{") ? JSON.parse(text) : text;
    return { status: Number(out.slice(end + 1)), head: said.slice(0, headEnd), text, body };
  } finally {
    rmSync(home, { recursive: true });
  }
}

/**
 * Returns the parts of a response that do not depend on the request: all IDs, tokens and times become equal.
 */
export function comparable(body: unknown): unknown {
  const told = (typeof body === "string" ? body : JSON.stringify(body))
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, "<id>")
    .replace(/"access_token":\s*"[\w-]{43}"/g, '"access_token":"<token>"')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "<time>")
    .replace(/("timestamp":\s*)\d{10}\b/g, "$10");
  return JSON.parse(told);
}
