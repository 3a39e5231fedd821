import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SmppJob } from "@/bench/lib/carriers/smpp-process";
import { recipient, request } from "@/bench/lib/load/requests";
import { startWorker, type Worker } from "@/bench/lib/process/child";
import { onShutdown } from "@/lib/shutdown";
import { CommandError } from "@/server/base/command-error";
import { freePort } from "@/server/base/free-port";
import { randomSecret } from "@/server/base/kept-file";

const READY_TIMEOUT_MS = 30_000;
const REQUESTS = 5_000;
const TEXT = "Kia ora from the benchmark: your order is on its way.";

/** Kannel's mask of the reports that it gives: that the network has the message, and that the handset has it. */
const TAKEN_AND_DELIVERED = "9";

/** What Kannel fills in: the message's id, and which report it is. */
const REPORT_ID = "/%I/%d";

/** Kannel, with a message store on disk and a network to send to. */
export type Kannel = {
  port: number;
  /** The password of the user `bench`. */
  password: string;
  /** The pids of its two processes. */
  pids: { bearerbox: number; smsbox: number };
  network: Worker<SmppJob, number>;
  /** Requests with so many numbers each. Its reports, two of each message, go to an address where one is given. */
  requests(recipients: number, reportsTo?: string): string[];
};

/** Whether this machine has Kannel's programs. */
export function isKannelInstalled(): boolean {
  return ["bearerbox", "smsbox"].every(
    (name) => spawnSync("which", [name], { stdio: "ignore" }).status === 0,
  );
}

/**
 * Starts Kannel's bearerbox and smsbox with a spool store on this machine's disk.
 * @param folder a folder of this run.
 * @throws CommandError where Kannel is not installed.
 */
export async function startKannel(folder: string): Promise<Kannel> {
  const network = await startWorker<SmppJob, number>("carriers/smpp-process.ts");
  onShutdown("resources", network.stop);
  const password = randomSecret();
  const store = path.join(folder, "kannel-spool");
  mkdirSync(store);
  const ports = { smpp: await network.run("port"), admin: await freePort(), boxes: await freePort() };
  const port = await freePort();
  const file = path.join(folder, "kannel.conf");
  writeFileSync(file, configuration({ ...ports, http: port, store, password }), { mode: 0o600 });

  const bearerbox = await start("bearerbox", file);
  await until(async () => (await network.run("bound")) > 0, bearerbox);
  const smsbox = await start("smsbox", file);
  await until(() => answers(port), smsbox);
  return {
    port,
    password,
    network,
    pids: { bearerbox: bearerbox.pid ?? 0, smsbox: smsbox.pid ?? 0 },
    requests: (recipients, reportsTo) =>
      Array.from({ length: REQUESTS / recipients }, (_, index) => {
        const to = Array.from({ length: recipients }, (_, n) => recipient(index * recipients + n)).join(" ");
        const reports = reportsTo
          ? { "dlr-mask": TAKEN_AND_DELIVERED, "dlr-url": reportsTo + REPORT_ID }
          : {};
        const given = { username: "bench", password, from: "552", to, text: TEXT, ...reports };
        return request("GET", `/cgi-bin/sendsms?${new URLSearchParams(given)}`);
      }),
  };
}

type Ports = { smpp: number; admin: number; boxes: number; http: number; store: string; password: string };

function configuration({ smpp, admin, boxes, http, store, password }: Ports): string {
  return `group = core
admin-port = ${admin}
admin-password = ${password}
admin-interface = 127.0.0.1
smsbox-port = ${boxes}
smsbox-interface = 127.0.0.1
box-allow-ip = 127.0.0.1
store-type = spool
store-location = ${store}
log-level = 3

group = smsc
smsc = smpp
smsc-id = network
host = 127.0.0.1
port = ${smpp}
transceiver-mode = true
smsc-username = bench
smsc-password = bench
system-type = ""
max-pending-submits = 100

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${http}
sendsms-interface = 127.0.0.1
log-level = 3

group = sendsms-user
username = bench
password = ${password}
max-messages = 10
concatenation = true
`;
}

async function start(program: string, file: string): Promise<ChildProcess> {
  const child = spawn(program, ["-v", "4", file], { stdio: "ignore" });
  const failed = once(child, "error");
  await Promise.race([once(child, "spawn"), failed]);
  if (child.pid === undefined) {
    throw new CommandError(`--peer kannel needs Kannel: there is no program ${program} on this machine.`);
  }
  const ended = new Promise((resolve) => child.once("exit", resolve));
  onShutdown("resources", async () => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await ended;
    clearTimeout(timer);
  });
  return child;
}

async function until(isReady: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new CommandError("Kannel did not become ready.");
    }
    await sleep(50);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
