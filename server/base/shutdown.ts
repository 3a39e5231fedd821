import { describeError, log } from "@/lib/log";
import { endAll } from "@/lib/shutdown";

/**
 * One press of Ctrl-C may cause several signals within this time: from the terminal, from npm and from the parent
 * script.
 */
const ECHO_MS = 500;

let beganAt: number | undefined;

/** Ends the process in order: ends its work, and exits. A second call does nothing. */
export async function shutDown(exitCode = 0): Promise<void> {
  if (beganAt !== undefined) return;
  beganAt = Date.now();
  await endAll();
  process.exit(exitCode);
}

/**
 * Ends the process in order on Ctrl-C, SIGTERM, or when the script that started it has ended. A second Ctrl-C ends it
 * at once.
 */
export function shutDownOnSignals(): void {
  const begin = () => {
    if (beganAt !== undefined && Date.now() - beganAt > ECHO_MS) process.exit(130);
    void shutDown();
  };
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"] as const) process.on(event, begin);
  // The listener keeps the channel to that script open, but must not keep this process alive.
  process.channel?.unref();
}

/**
 * Ends the process in order, with exit code 1, on an uncaught error: its state may be wrong from then on. An
 * unhandled rejection is only logged. It leaves no code half done, and a client must not be able to end a process by
 * a disconnect at the right moment.
 * @param before is called first, each time.
 */
export function shutDownOnFaults(before: () => unknown = () => {}): void {
  process.on("uncaughtException", (error) => {
    log().fatal({ err: describeError(error) }, "an uncaught error ends this process");
    void before();
    void shutDown(1);
  });
  process.on("unhandledRejection", (error) => {
    log().error({ err: describeError(error) }, "a promise was rejected without a handler");
  });
}
