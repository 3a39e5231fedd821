import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signatureHeaders } from "@/lib/webhooks/signing/sign";
import { hasProgram } from "@/tests/support/commands/shell";

const FOLDER = path.join(import.meta.dirname, "..", "..", "..", "..", "public", "samples");
const SECRET = "whsec_3f1c9d2b7a";
const PREVIOUS = "whsec_0a0b0c0d0e";
// Careless handling of the body would lose its two-byte letter or its final line break.
const BODY = '{"type":"SMS","body":"Kia ora, e hoa — tēnā koe"}\r\n\n';

/** True if .NET is 10 or newer, which can run a single file. */
const HAS_DOTNET = hasProgram("sh", "-c", "dotnet --version | grep -qE '^[1-9][0-9]'");

/**
 * The samples of the page, and the program that runs each. A test skips and reports a sample if this machine
 * lacks the program.
 */
const SAMPLES = [
  { file: "verify.mjs", command: process.execPath, isHere: true },
  { file: "verify.py", command: "python3", isHere: hasProgram("python3", "--version") },
  { file: "verify.php", command: "php", isHere: hasProgram("php", "--version") },
  { file: "verify.sh", command: "sh", isHere: hasProgram("openssl", "version") },
  { file: "verify.rb", command: "ruby", isHere: hasProgram("ruby", "--version") },
  { file: "verify.go", command: "go", isHere: hasProgram("go", "version") },
  { file: "verify.cs", command: "dotnet", isHere: HAS_DOTNET },
];

/**
 * The commands of compiled programs, by sample. A program is compiled once; its later runs use this command.
 */
const compiled = new Map<string, string[]>();
const MADE = mkdtempSync(path.join(tmpdir(), "gateway-verify-"));

beforeAll(() => {
  if (SAMPLES.some(({ file, isHere }) => file === "verify.go" && isHere)) {
    const program = path.join(MADE, "verify");
    const { status, stderr } = spawnSync("go", ["build", "-o", program, path.join(FOLDER, "verify.go")]);
    expect([status, String(stderr)]).toEqual([0, ""]);
    compiled.set("verify.go", [program]);
  }
  if (HAS_DOTNET) compiled.set("verify.cs", ["dotnet", "run", path.join(FOLDER, "verify.cs"), "--"]);
});
afterAll(() => rmSync(MADE, { recursive: true }));

type Request = { body: string; timestamp: string; signature: string; secret: string };

/** Returns a request that the service's own code has signed. */
function signed(secrets: string[], atMs = Date.now(), body = BODY): Request {
  const headers = signatureHeaders(body, secrets, atMs);
  return {
    body,
    timestamp: headers["X-Service-Timestamp"] ?? "",
    signature: headers["X-Service-Signature"] ?? "",
    secret: SECRET,
  };
}

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
const genuine = () => signed([SECRET]);

const ACCEPTED: [string, () => Request][] = [
  ["signed with the secret", genuine],
  ["just after the secret was rolled, with the new one", () => signed([SECRET, PREVIOUS])],
  ["just after the secret was rolled, with the old one", () => signed([PREVIOUS, SECRET])],
  ["just after it was rolled twice, with the oldest one", () => signed(["whsec_new", PREVIOUS, SECRET])],
  ["four minutes old", () => signed([SECRET], minutesAgo(4))],
  ["from a clock four minutes ahead", () => signed([SECRET], minutesAgo(-4))],
  ["with an empty body", () => signed([SECRET], Date.now(), "")],
];

const REFUSED: [string, () => Request][] = [
  ["signed with another secret", () => signed([PREVIOUS])],
  ["with another body", () => ({ ...genuine(), body: BODY.trim() })],
  ["with another timestamp", () => ({ ...genuine(), timestamp: String(Math.floor(Date.now() / 1000) - 7) })],
  ["six minutes old", () => signed([SECRET], minutesAgo(6))],
  ["from a clock six minutes ahead", () => signed([SECRET], minutesAgo(-6))],
  ["without a signature", () => ({ ...genuine(), signature: "" })],
  [
    "with a signature of another version",
    () => ({ ...genuine(), signature: genuine().signature.replace("v1", "v0") }),
  ],
  ["with half a signature", () => ({ ...genuine(), signature: genuine().signature.slice(0, 30) })],
  ["with a signature of other letters", () => ({ ...genuine(), signature: `v1=${"é".repeat(64)}` })],
  ["without a timestamp", () => ({ ...genuine(), timestamp: "" })],
  ["with a timestamp that is none", () => ({ ...genuine(), timestamp: "soon" })],
  ["signed with an empty secret", () => ({ ...signed([""]), secret: "" })],
];

describe.each(SAMPLES)("$file", ({ file, command, isHere }) => {
  function start(args: string[], body: string, secret: string) {
    const [program = command, ...before] = compiled.get(file) ?? [command, path.join(FOLDER, file)];
    const env = { ...process.env, WEBHOOK_SECRET: secret };
    return spawnSync(program, [...before, ...args], { input: body, encoding: "utf8", env });
  }
  const run = ({ body, timestamp, signature, secret }: Request) =>
    start([timestamp, signature], body, secret);

  it.skipIf(!isHere).each(ACCEPTED)("accepts a request %s", (_, request) => {
    const { status, stdout, stderr } = run(request());
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "genuine\n", stderr: "" });
  });

  it.skipIf(!isHere).each(REFUSED)("refuses a request %s", (_, request) => {
    const { status, stdout, stderr } = run(request());
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "not genuine\n", stderr: "" });
  });

  it.skipIf(!isHere)("refuses what has no headers at all", () => {
    expect(start([], BODY, SECRET)).toMatchObject({ status: 1, stdout: "not genuine\n", stderr: "" });
  });
});
