import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NUMBERED_TEXT, OWN_NUMBER, recipient, request, TEXT } from "@/bench/lib/load/requests";
import type { Outside } from "@/bench/lib/outside/outside";
import { KANNEL_PATH } from "@/bench/lib/outside/receiver";
import { onShutdown } from "@/lib/shutdown";
import { CommandError } from "@/server/base/command-error";
import { freePort } from "@/server/base/free-port";
import { randomSecret } from "@/server/base/kept-file";

const READY_TIMEOUT_MS = 30_000;
const REQUESTS = 5_000;
/**
 * Kannel's mask of the reports that it passes on: buffered by the network (`ACCEPTD`) and delivered
 * (`DELIVRD`).
 */
const ACCEPTED_AND_DELIVERED = "5";

/** Kannel, with a message store on disk. */
export type Kannel = {
  port: number;
  password: string;
  pids: { bearerbox: number; smsbox: number };
  /**
   * Returns requests with a number of recipients each. With reports, two of each message go to the receiver.
   */
  requests(recipients: number, hasReports: boolean): string[];
};

/** Returns true if this machine has Kannel's programs. */
export function isKannelInstalled(): boolean {
  return spawnSync("which", ["bearerbox", "smsbox"], { stdio: "ignore" }).status === 0;
}

/**
 * Starts Kannel's bearerbox and smsbox with a spool store on this machine's disk, bound to the network.
 * @param folder a folder of this run.
 * @throws CommandError if Kannel is not installed.
 */
export async function startKannel(folder: string, outside: Outside): Promise<Kannel> {
  if (!isKannelInstalled()) throw new CommandError("Kannel is not installed (apt-get install kannel).");
  const password = randomSecret();
  const store = path.join(folder, "kannel-spool");
  mkdirSync(store);
  const ports = { smpp: outside.ports.smpp, admin: await freePort(), boxes: await freePort() };
  const port = await freePort();
  const file = path.join(folder, "kannel.conf");
  writeFileSync(file, configuration({ ...ports, http: port, store, password }), { mode: 0o600 });

  const { bound } = await outside.ask("counts");
  const isBound = async () => (await outside.ask("counts")).bound > bound;
  const answers = () => fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false);
  const bearerbox = await start("bearerbox", file, isBound);
  const smsbox = await start("smsbox", file, answers);
  return {
    port,
    password,
    pids: { bearerbox, smsbox },
    requests: (recipients, hasReports) =>
      Array.from({ length: REQUESTS / recipients }, (_, index) => {
        const to = Array.from({ length: recipients }, (_, n) => recipient(index * recipients + n)).join(" ");
        const login = { username: "bench", password, from: "552", to };
        const address = `http://${outside.receiver}${KANNEL_PATH}${OWN_NUMBER}/%d`;
        const message = hasReports
          ? { text: NUMBERED_TEXT, "dlr-mask": ACCEPTED_AND_DELIVERED, "dlr-url": address }
          : { text: TEXT };
        return request("GET", `/cgi-bin/sendsms?${new URLSearchParams({ ...login, ...message })}`);
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

/** Starts one of Kannel's programs, and waits until it is ready. */
async function start(program: string, file: string, isReady: () => Promise<boolean>): Promise<number> {
  const child = spawn(program, ["-v", "4", file], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  onShutdown("resources", async () => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await ended;
    clearTimeout(timer);
  });
  for (const deadline = Date.now() + READY_TIMEOUT_MS; !(await isReady()); await sleep(50))
    if (child.exitCode !== null || Date.now() > deadline)
      throw new CommandError(`${program} did not become ready.`);
  return child.pid ?? 0;
}

/**
 * Starts Kannel before the network. @returns the settings of a network that is reached by Kannel's HTTP
 * interface.
 */
export async function startHttpNetwork(
  { folder, outside }: { folder: string; outside: Outside },
  gateway: { port: number },
): Promise<Record<string, unknown>> {
  const { port, password } = await startKannel(folder, outside);
  return {
    preset: "kannel",
    url: `http://127.0.0.1:${port}/cgi-bin/sendsms`,
    username: "bench",
    password,
    callbackUrl: `http://127.0.0.1:${gateway.port}`,
    webhookToken: randomSecret(),
    tps: 10_000,
    window: 50,
  };
}
