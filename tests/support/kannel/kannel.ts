import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@/server/base/free-port";
import { ROOT } from "@/server/base/root";

/** Kannel's two programs. */
export type Box = "bearerbox" | "smsbox";

/** The ports of the gateway and of the SMSC, or of the two fakes that replace the SMSC. */
export type KannelOptions = { gatewayPort: number } & (
  | { smscPort: number }
  | { fakePorts: [north: number, south: number] }
);

/** The password in the documentation. */
export const PASSWORD = "a-password-for-sendsms";
export const TOKEN = "a-secret-that-you-make-up";

const READY_MS = 20_000;

/** The file in which the bearerbox logs all submissions. */
const ACCESS_LOG = "access.log";

/** A line of the smsbox's log about a submitted message. It contains the handset. */
const REQUEST = /sendsms sender:<[^>]*> \([^)]*\) to:<(\d+)>/g;

/**
 * A line of the bearerbox's log about a message that its SMSC accepted. It contains Kannel's ID and the
 * handset.
 */
const SENT = /Sent SMS ([0-9a-f-]{36}) (\d+)$/gm;

/** A line of the smsbox's log about a report that it delivers. It contains the message and the status. */
const REPORT = /Parsing URL `[^']*\/report\?[^']*&id=([0-9a-f-]{36})&[^']*&type=(\d+)&/g;

/** A Kannel on loopback with the documented configuration. All its files are in a folder of its own. */
export class Kannel {
  /** The address of sendsms. */
  readonly url: string;
  private readonly folder: string;
  private readonly port: number;
  private readonly boxesPort: number;
  private readonly boxes = new Map<Box, ChildProcess>();
  /** The logs of the smsboxes, each in a file of its own. The last one belongs to the running smsbox. */
  private readonly logs: string[] = [];

  private constructor(folder: string, port: number, boxesPort: number) {
    this.folder = folder;
    this.port = port;
    this.boxesPort = boxesPort;
    this.url = `http://127.0.0.1:${port}/cgi-bin/sendsms`;
  }

  static async start(options: KannelOptions): Promise<Kannel> {
    const folder = mkdtempSync(path.join(tmpdir(), "gateway-kannel-"));
    for (const spool of ["store", "dlr"]) mkdirSync(path.join(folder, spool));
    const [sendsms, admin, boxes] = [await freePort(), await freePort(), await freePort()];
    const text = replaced(configured(options), {
      "13013": String(sendsms),
      "13000": String(admin),
      "13001": String(boxes),
      ":3000/": `:${options.gatewayPort}/`,
      "/var/spool/kannel": folder,
      "group = core\n": accessLog(path.join(folder, ACCESS_LOG)),
      // Tests wait for retries.
      "http-queue-delay = 5": "http-queue-delay = 1",
      "transceiver-mode = true": "transceiver-mode = true\nreconnect-delay = 1",
    });
    writeFileSync(path.join(folder, "kannel.conf"), text, { mode: 0o600 });
    const kannel = new Kannel(folder, sendsms, boxes);
    await kannel.begin("bearerbox");
    await kannel.begin("smsbox");
    return kannel;
  }

  /**
   * Starts one of the two programs, and waits until it listens. The log of an smsbox has the reports that it
   * delivers.
   */
  async begin(box: Box): Promise<void> {
    const log = box === "smsbox" ? openSync(this.nextLog(), "a") : null;
    const child = spawn(box, ["-v", log === null ? "1" : "0", path.join(this.folder, "kannel.conf")], {
      cwd: this.folder,
      stdio: ["ignore", log ?? "ignore", log ?? "ignore"],
    });
    if (log !== null) closeSync(log);
    this.boxes.set(box, child);
    const deadline = Date.now() + READY_MS;
    const port = box === "smsbox" ? this.port : this.boxesPort;
    while (!(await listens(port))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${box} did not become ready.`);
      await sleep(50);
    }
  }

  /**
   * Returns the messages whose last report was lost with an smsbox. An smsbox acknowledges a report to the
   * bearerbox when it begins to deliver it, and keeps it in memory only.
   */
  takenByEnded(): ReadonlySet<string> {
    const isRunning = this.boxes.get("smsbox")?.exitCode === null;
    return lastReports(isRunning ? this.logs.slice(0, -1) : this.logs);
  }

  /** Returns true if an smsbox has accepted the last report of a message. */
  hasReport(id: string): boolean {
    return lastReports(this.logs).has(id);
  }

  /** Returns the number of submissions to each handset that all its smsboxes received. */
  requested(): ReadonlyMap<string, number> {
    const times = new Map<string, number>();
    for (const file of this.logs)
      for (const [, handset = ""] of readFileSync(file, "latin1").matchAll(REQUEST))
        times.set(handset, (times.get(handset) ?? 0) + 1);
    return times;
  }

  /**
   * Returns the number of messages to each handset that Kannel accepted, according to the acknowledgements of
   * its SMSC, over all its bearerboxes. A message that Kannel repeated by itself counts once. A message that
   * an smsbox refused does not count.
   */
  sent(): ReadonlyMap<string, number> {
    const ids = new Map<string, Set<string>>();
    const log = readFileSync(path.join(this.folder, ACCESS_LOG), "latin1");
    for (const [, id = "", handset = ""] of log.matchAll(SENT))
      ids.set(handset, (ids.get(handset) ?? new Set()).add(id));
    return new Map([...ids].map(([handset, each]) => [handset, each.size]));
  }

  /** Suspends one of the two programs, as on an overloaded machine, or resumes it. */
  hold(box: Box, isHeld: boolean): void {
    this.boxes.get(box)?.kill(isHeld ? "SIGSTOP" : "SIGCONT");
  }

  private nextLog(): string {
    const file = path.join(this.folder, `smsbox-${this.logs.length}.log`);
    this.logs.push(file);
    return file;
  }

  /**
   * Ends one of the two programs and starts it again. The smsbox ends with its bearerbox: otherwise an smsbox
   * would restart by itself ten seconds after a kill of the bearerbox, beside the smsbox that is started
   * here.
   * @returns the period in which they were being ended.
   */
  async again(box: Box, signal: "SIGTERM" | "SIGKILL"): Promise<[from: number, until: number]> {
    const from = performance.now();
    await this.end(box, signal);
    if (box === "bearerbox") await this.end("smsbox", signal);
    const until = performance.now();
    if (box === "bearerbox") await this.begin("bearerbox");
    await this.begin("smsbox");
    return [from, until];
  }

  /** Ends one of the two programs. */
  async end(box: Box, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.boxes.get(box);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), READY_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Ends both programs, and removes their files. */
  async stop(): Promise<void> {
    await this.end("smsbox", "SIGKILL");
    await this.end("bearerbox", "SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the messages whose last report the smsboxes with these logs have accepted. */
function lastReports(logs: readonly string[]): ReadonlySet<string> {
  const reports = logs.flatMap((file) => [...readFileSync(file, "latin1").matchAll(REPORT)]);
  return new Set(reports.flatMap(([, id, type]) => (type === "1" ? [id as string] : [])));
}

/** Returns the documented configuration, with this SMSC or with its fakes. */
function configured(options: KannelOptions): string {
  const [file = "", fakes = ""] = documentedBlocks("ini");
  const group = /^group = smsc\n[\s\S]*?\n\n/m;
  if (!group.test(file) || !fakes.includes("smsc = fake"))
    throw new Error("docs/networks.md has no configuration of Kannel and of its fakes.");
  if ("smscPort" in options)
    return replaced(file, { "smsc.example.co.nz": "127.0.0.1", "= 2775": `= ${options.smscPort}` });
  const [north, south] = options.fakePorts;
  return file.replace(group, `${replaced(fakes, { "10000": String(north), "10001": String(south) })}\n`);
}

/**
 * Returns the beginning of the group `core` with a setting that makes the bearerbox log its ID and the
 * handset of each submission.
 */
function accessLog(file: string): string {
  return `group = core\naccess-log = "${file}"\naccess-log-format = "%l %I %P"\n`;
}

function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((file, [from, to]) => file.replaceAll(from, to), text);
}

/** Returns the blocks of docs/networks.md in a language, in their order. */
export function documentedBlocks(language: string): string[] {
  const text = readFileSync(path.join(ROOT, "docs", "networks.md"), "utf8");
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, of, block = ""]) =>
    of === language ? [block] : [],
  );
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
