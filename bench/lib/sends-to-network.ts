import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SmppJob } from "@/bench/lib/carriers/smpp-process";
import type { Driven, LoadJob } from "@/bench/lib/load/load-job";
import { singleJson } from "@/bench/lib/load/requests";
import { startWorker, type Worker } from "@/bench/lib/process/child";
import { watch } from "@/bench/lib/process/sampler";
import { makeSenders } from "@/bench/lib/senders";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import type { Database } from "@/lib/db/client";
import { onShutdown } from "@/lib/shutdown";
import { CommandError } from "@/server/base/command-error";

/** A running server that accepts messages at `port` and submits them to `network`, and the length of the measurement. */
export type SendsToNetwork = {
  db: Database;
  port: number;
  network: Worker<SmppJob, number>;
  authSecret: string;
  folder: string;
  rounds: number;
  seconds: number;
  pids: Record<"server" | "database", number | null>;
};

const CONNECTIONS = [16, 64];
const CARRIER = "sends";
const MAX_SETTLE_MS = 60_000;

/**
 * Measures single sends by HTTP to a network by SMPP that answers at once, until their receipts are stored: the rate, and the
 * processor time of a message.
 */
export async function measureSends(given: SendsToNetwork): Promise<void> {
  const { db, network, authSecret, rounds } = given;
  const load: Worker<LoadJob, Driven> = await startWorker("load/load-process.ts");
  onShutdown("resources", load.stop);
  await network.run({ answerAfterMs: 0, hasReceipts: true });
  const settings = { host: "127.0.0.1", port: await network.run("port"), tps: 10_000, window: 200 };
  const login = { systemId: "bench", password: "bench", binds: { transceiver: 2 } };
  await addCarrier(
    db,
    { name: CARRIER, kind: "smpp", given: { ...settings, ...login } },
    { authSecret, hasServer: true },
  );
  const routes = { senders: { [CARRIER]: ["552", "2190"] }, routes: [{ targets: [{ carrier: CARRIER }] }] };
  await db.transaction((tx) => replaceRoutes(tx, routes));
  const senders = await makeSenders(db, CARRIER, 1);
  const requests = singleJson(senders);
  const sends = (connections: number, seconds: number) => ({ connections, seconds, requests, load });
  await measure("warming up", given, sends(16, 3));
  for (let round = 0; round < rounds; round++)
    for (const connections of CONNECTIONS)
      await measure(`HTTP to SMPP @${connections}`, given, sends(connections, given.seconds));
}

async function measure(
  name: string,
  { db, port, network, folder, pids }: SendsToNetwork,
  { load, ...job }: Pick<LoadJob, "connections" | "seconds" | "requests"> & { load: Worker<LoadJob, Driven> },
): Promise<void> {
  await network.run({ answerAfterMs: 0, hasReceipts: true });
  const stop = watch({ ...pids, network: network.pid });
  const idsFile = path.join(folder, "ids");
  const driven = await load.run({ host: "127.0.0.1", port, ...job, idsFile });
  const endsAt = performance.now() + MAX_SETTLE_MS;
  while ((await db.prisma.queuedMessage.findFirst({ select: { messageId: true } })) !== null) {
    if (performance.now() > endsAt) throw new CommandError(`${name}: not every message became final.`);
    await sleep(50);
  }
  const { server, database } = stop();
  const taken = await network.run("taken");
  const each = (cpuSeconds: number | null) => Math.round(((cpuSeconds ?? 0) / driven.messages) * 1e6);
  const [ours, theirs] = [each(server.cpuSeconds), each(database.cpuSeconds)];
  console.log(
    `${name}: ${Math.round(driven.messages / driven.seconds).toLocaleString("en")} messages a second, ` +
      `p99 ${driven.p99Ms.toFixed(1)} ms; processor time of a message: server ${ours} us, database ${theirs} us, ` +
      `together ${ours + theirs} us`,
  );
  if (driven.errors > 0 || taken !== driven.messages)
    throw new CommandError(
      `${name}: ${driven.messages} messages were accepted, ${taken} were taken, and ${driven.errors} requests failed: ` +
        driven.samples.join("; "),
    );
}
