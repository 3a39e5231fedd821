import { setTimeout as sleep } from "node:timers/promises";
import type { ClosedBench } from "@/bench/lib/closed/scenarios";
import { startLoad } from "@/bench/lib/load/load-worker";
import { inTurn, makeCells } from "@/bench/lib/stage/cells";
import { type GatewayOptions, startServer } from "@/bench/lib/stage/gateway";
import { startKannel } from "@/bench/lib/stage/kannel";
import { makeSenders, reportTo } from "@/bench/lib/stage/senders";
import { addNetwork, type Stage } from "@/bench/lib/stage/stage";

const ACCOUNTS = 100;
const WITH_WEBHOOKS = 16;
const BIND_POLL_MS = 100;

/** Messages without an answer on the connection to the network. */
const WINDOW = 100;

/**
 * Starts the server with its accounts, which may be spread over several cells, and Kannel if it is compared. The messages go to
 * an SMPP network, or to the simulator.
 */
export async function openClosedBench(
  stage: Stage,
  {
    cells: count = 1,
    hasPeer = false,
    isSimulated = false,
    settings = {},
    ...server
  }: { cells?: number; hasPeer?: boolean; isSimulated?: boolean } & GatewayOptions,
): Promise<ClosedBench> {
  const { cells, setting } = await makeCells(stage, count, ACCOUNTS);
  const withWebhooks = await makeSenders(stage.db, "webhooks", WITH_WEBHOOKS);
  await reportTo(stage, withWebhooks);
  const senders = inTurn(cells);
  cells[0]?.senders.push(...withWebhooks);
  if (!isSimulated) await addNetwork(stage, "network", { window: WINDOW });
  const gateway = await startServer(stage, {
    ...server,
    settings: { ...settings, ...(setting !== undefined && { CELLS: setting }) },
  });
  while (!isSimulated && (await stage.outside.ask("counts")).bound === 0) await sleep(BIND_POLL_MS);
  return {
    stage,
    gateway,
    load: await startLoad(),
    kannel: hasPeer ? await startKannel(stage.folder, stage.outside) : null,
    cells,
    senders,
    withWebhooks,
  };
}
