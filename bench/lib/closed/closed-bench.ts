import { setTimeout as sleep } from "node:timers/promises";
import type { ClosedBench } from "@/bench/lib/closed/scenarios";
import { startLoad } from "@/bench/lib/load/load-worker";
import { inTurn, makeCells } from "@/bench/lib/stage/cells";
import { type GatewayOptions, startServer } from "@/bench/lib/stage/gateway";
import { startHttpNetwork, startKannel } from "@/bench/lib/stage/kannel";
import { makeSenders, reportTo } from "@/bench/lib/stage/senders";
import { addNetwork, type Stage } from "@/bench/lib/stage/stage";

const ACCOUNTS = 100;
const WITH_WEBHOOKS = 16;
/** The server reads the rows of its networks every five seconds. */
const NETWORKS_READ_MS = 6_000;

/** The network of a run: over SMPP, over HTTP by way of Kannel, or the simulator. */
export const NETWORKS = ["smpp", "http", "simulator"] as const;
export type NetworkKind = (typeof NETWORKS)[number];

/** Messages without an answer on the connection to the network. */
const WINDOW = 100;

/**
 * Starts the server with its accounts, which may be spread over several cells, and Kannel if it is compared.
 */
export async function openClosedBench(
  stage: Stage,
  {
    cells: count = 1,
    hasPeer = false,
    network = "smpp",
    settings = {},
    ...server
  }: { cells?: number; hasPeer?: boolean; network?: NetworkKind } & GatewayOptions,
): Promise<ClosedBench> {
  const { cells, setting } = await makeCells(stage, count, ACCOUNTS);
  const withWebhooks = await makeSenders(stage.db, "webhooks", WITH_WEBHOOKS);
  await reportTo(stage, withWebhooks);
  const senders = inTurn(cells);
  cells[0]?.senders.push(...withWebhooks);
  const gateway = await startServer(stage, {
    ...server,
    settings: { ...settings, ...(setting !== undefined && { CELLS: setting }) },
  });
  if (network !== "simulator") {
    const given = network === "http" ? await startHttpNetwork(stage, gateway) : { window: WINDOW };
    await addNetwork(stage, "network", given);
    await sleep(NETWORKS_READ_MS);
  }
  return {
    stage,
    gateway,
    network,
    load: await startLoad(),
    kannel: hasPeer ? await startKannel(stage.folder, stage.outside) : null,
    cells,
    senders,
    withWebhooks,
  };
}
