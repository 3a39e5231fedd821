import type { ClosedBench } from "@/bench/lib/closed/scenarios";
import { startLoad } from "@/bench/lib/load/load-worker";
import { inTurn, makeCells } from "@/bench/lib/stage/cells";
import { type GatewayOptions, startServer } from "@/bench/lib/stage/gateway";
import { startKannel } from "@/bench/lib/stage/kannel";
import { makeSenders, reportTo } from "@/bench/lib/stage/senders";
import type { Stage } from "@/bench/lib/stage/stage";

const ACCOUNTS = 100;
const WITH_WEBHOOKS = 16;

/** Starts the server with its accounts, which may be spread over several cells, and Kannel if it is compared. */
export async function openClosedBench(
  stage: Stage,
  {
    cells: count = 1,
    hasPeer = false,
    settings = {},
    ...server
  }: { cells?: number; hasPeer?: boolean } & GatewayOptions,
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
