import { processWide } from "@/lib/process-wide";

/**
 * When a step of the shutdown has its turn: what takes requests and makes work first, then the application's own loops
 * and its pool, last what they all stand on. Next's bundle registers its steps whenever it gets to it, so that their
 * order alone would not do.
 */
const STAGES = ["serving", "work", "resources"] as const;
export type ShutdownStage = (typeof STAGES)[number];

type Step = { run: () => unknown; stage: ShutdownStage; withinMs: number };

const STEP_TIMEOUT_MS = 10_000;

const begun = processWide<Step[]>("gatewayShutdown", () => []);
const stopAnnounced = processWide("gatewayStopAnnounced", () => false);

/** Has `run` run when the process ends, and waits for it that long. Within a stage, what was begun last is ended first. */
export function onShutdown(stage: ShutdownStage, run: () => unknown, withinMs = STEP_TIMEOUT_MS): void {
  begun.value.push({ run, stage, withinMs });
}

/** Ends what was begun, each step within its time and whatever the others do. */
export async function endAll(): Promise<void> {
  for (let step = takeNext(); step !== undefined; step = takeNext()) await bounded(step);
}

function takeNext(): Step | undefined {
  const steps = begun.value;
  for (const stage of STAGES) {
    const index = steps.findLastIndex((step) => step.stage === stage);
    if (index >= 0) return steps.splice(index, 1)[0];
  }
  return undefined;
}

async function bounded({ run, withinMs }: Step): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  try {
    await Promise.race([run(), timeout]);
  } catch (error) {
    console.error(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Says that this process will stop soon, though it still answers: balancers are to send it nothing new. */
export function announceStop(isStopping = true): void {
  stopAnnounced.value = isStopping;
}

/** Whether this process will stop soon. */
export function willStop(): boolean {
  return stopAnnounced.value;
}
