import { describeError, log } from "@/lib/log";

type Step = { run: () => unknown; withinMs: number };

/** A signal may arrive more than once for one press of Ctrl-C: from the terminal, from npm and from the script above. */
const ECHO_MS = 500;
const HOOK_TIMEOUT_MS = 10_000;
/** How long the application's own hooks have: a carrier may take 20 seconds, and its answer must be recorded. */
export const APPLICATION_TIMEOUT_MS = 30_000;

const steps: Step[] = [];
let beganAt: number | undefined;

/** Has `run` run when the process ends, and waits for it that long. What was begun last is ended first. */
export function onShutdown(run: () => unknown, withinMs: number = HOOK_TIMEOUT_MS): void {
  steps.push({ run, withinMs });
}

/** Undoes what was begun, each step within its time and whatever the others do. */
export async function undoAll(): Promise<void> {
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) await bounded(step);
}

/** Runs what the application itself wants done before its database goes: job runners, pools. */
export async function runShutdownHooks(): Promise<void> {
  const hooks = (globalThis as { [key: symbol]: unknown })[Symbol.for("gateway.shutdown")];
  if (!(hooks instanceof Set)) return;
  await Promise.all(
    [...hooks].map((run: () => unknown) => bounded({ run, withinMs: APPLICATION_TIMEOUT_MS })),
  );
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

/** Ends the process in order: undoes what was begun, and exits. Being asked again changes nothing. */
export async function shutDown(exitCode = 0): Promise<void> {
  if (beganAt !== undefined) return;
  beganAt = Date.now();
  await undoAll();
  process.exit(exitCode);
}

/** Ends the process in order on Ctrl-C, SIGTERM, or when the script that started it is gone; a second Ctrl-C at once. */
export function shutDownOnSignals(): void {
  const begin = () => {
    if (beganAt !== undefined && Date.now() - beganAt > ECHO_MS) process.exit(130);
    void shutDown();
  };
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"] as const) process.on(event, begin);
  // Listening keeps the channel to that script open; it must not keep this process alive.
  process.channel?.unref();
}

/**
 * Ends the process in order, with exit code 1, where an error was caught by nobody: what it holds may be wrong from then
 * on. A promise that nobody waited for is only logged: no code was left half done by it, and a client that hangs up at
 * the right moment must not be able to end a process.
 * @param before is run first, each time.
 */
export function shutDownOnFaults(before: () => unknown = () => {}): void {
  process.on("uncaughtException", (error) => {
    log().fatal({ err: describeError(error) }, "an error that nobody caught ends this process");
    void before();
    void shutDown(1);
  });
  process.on("unhandledRejection", (error) => {
    log().error({ err: describeError(error) }, "a promise that nobody waited for was rejected");
  });
}
