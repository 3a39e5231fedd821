import { processWide } from "@/lib/process-wide";

/**
 * The stages of a shutdown. It ends the sources of requests and work first, then the application's own loops and its
 * pool, then their shared resources. Next's bundle registers its steps at any time, so the order of registration
 * would not suffice.
 */
const STAGES = ["serving", "work", "resources"] as const;
export type ShutdownStage = (typeof STAGES)[number];

type Step = { run: () => unknown; stage: ShutdownStage; withinMs: number };

const STEP_TIMEOUT_MS = 10_000;

const begun = processWide<Step[]>("gatewayShutdown", () => []);
const stopAnnounced = processWide("gatewayStopAnnounced", () => false);

/**
 * Registers a step that runs when the process ends, within a time. In a stage, the last registered step runs first.
 */
export function onShutdown(stage: ShutdownStage, run: () => unknown, withinMs = STEP_TIMEOUT_MS): void {
  begun.value.push({ run, stage, withinMs });
}

/** Runs all steps, each within its time, even after a failed one. */
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

/** Announces that this process will stop soon, so that balancers send no new requests. It still answers. */
export function announceStop(isStopping = true): void {
  stopAnnounced.value = isStopping;
}

/** Returns whether this process will stop soon. */
export function willStop(): boolean {
  return stopAnnounced.value;
}
