import { describeError, log } from "@/lib/log";
import { endAll } from "@/lib/shutdown";

/** A signal may arrive more than once for one press of Ctrl-C: from the terminal, from npm and from the script above. */
const ECHO_MS = 500;

let beganAt: number | undefined;

/** Ends the process in order: ends what was begun, and exits. Being asked again changes nothing. */
export async function shutDown(exitCode = 0): Promise<void> {
  if (beganAt !== undefined) return;
  beganAt = Date.now();
  await endAll();
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
