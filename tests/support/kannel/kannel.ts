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

/** Where its SMSC listens, and where the gateway does. */
export type KannelOptions = { smscPort: number; gatewayPort: number };

/** The documentation's own secrets. */
export const PASSWORD = "a-password-for-sendsms";
export const TOKEN = "a-secret-that-you-make-up";

const READY_MS = 20_000;

/** A line of the smsbox's log about a report that it brings: the message, and what is reported. */
const REPORT = /Parsing URL `[^']*\/report\?[^']*&id=([0-9a-f-]{36})&[^']*&type=(\d+)&/g;

/** A Kannel on loopback with the configuration that the documentation has, and every file in a folder of its own. */
export class Kannel {
  /** The address of its sendsms. */
  readonly url: string;
  private readonly folder: string;
  private readonly port: number;
  private readonly boxesPort: number;
  private readonly boxes = new Map<Box, ChildProcess>();
  /** The logs of smsboxes, of each in a file of its own; the last is that of the one that runs. */
  private readonly logs: string[] = [];

  private constructor(folder: string, port: number, boxesPort: number) {
    this.folder = folder;
    this.port = port;
    this.boxesPort = boxesPort;
    this.url = `http://127.0.0.1:${port}/cgi-bin/sendsms`;
  }

  static async start({ smscPort, gatewayPort }: KannelOptions): Promise<Kannel> {
    const folder = mkdtempSync(path.join(tmpdir(), "gateway-kannel-"));
    for (const spool of ["store", "dlr"]) mkdirSync(path.join(folder, spool));
    const [sendsms, admin, boxes] = [await freePort(), await freePort(), await freePort()];
    const changes: Record<string, string> = {
      ...{ "13013": String(sendsms), "13000": String(admin), "13001": String(boxes) },
      ...{ "smsc.example.co.nz": "127.0.0.1", "= 2775": `= ${smscPort}`, ":3000/": `:${gatewayPort}/` },
      ...{ "/var/spool/kannel": folder, "http-queue-delay = 5": "http-queue-delay = 1" },
    };
    const text = Object.entries(changes).reduce(
      (file, [from, to]) => file.replaceAll(from, to),
      documented(),
    );
    writeFileSync(path.join(folder, "kannel.conf"), text, { mode: 0o600 });
    const kannel = new Kannel(folder, sendsms, boxes);
    await kannel.begin("bearerbox");
    await kannel.begin("smsbox");
    return kannel;
  }

  /** Starts one of the two, and waits until it listens. What an smsbox brings stands in its log. */
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
   * The messages whose last report an smsbox had taken that has ended since. It tells the bearerbox that it has a report when
   * it begins to bring it, and keeps it in memory alone: what it had not brought by its end, nobody has.
   */
  takenByEnded(): ReadonlySet<string> {
    const isRunning = this.boxes.get("smsbox")?.exitCode === null;
    const ended = isRunning ? this.logs.slice(0, -1) : this.logs;
    const texts = ended.map((file) => readFileSync(file, "latin1"));
    return new Set(
      texts.flatMap((text) =>
        [...text.matchAll(REPORT)].flatMap(([, id, type]) => (type === "1" ? [id as string] : [])),
      ),
    );
  }

  private nextLog(): string {
    const file = path.join(this.folder, `smsbox-${this.logs.length}.log`);
    this.logs.push(file);
    return file;
  }

  /**
   * Ends one of the two and starts it again. The smsbox ends with its bearerbox: where that was killed it would begin anew by
   * itself ten seconds later, beside the one that is started here.
   * @returns from when to when they were ended.
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

  /** Ends one of the two. */
  async end(box: Box, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.boxes.get(box);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), READY_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Ends both, and removes what they kept. */
  async stop(): Promise<void> {
    await this.end("smsbox", "SIGKILL");
    await this.end("bearerbox", "SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The configuration that the documentation tells people to write. */
function documented(): string {
  const text = readFileSync(path.join(ROOT, "docs", "networks.md"), "utf8");
  const [, file] = /```ini\n([\s\S]*?)```/.exec(text) ?? [];
  if (file === undefined) throw new Error("docs/networks.md has no configuration of Kannel.");
  return file;
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
