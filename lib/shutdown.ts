/** What has to end before the process does. The server in front of Next runs them; see `scripts/start.ts`. */
const KEY = Symbol.for("gateway.shutdown");

const holder = globalThis as typeof globalThis & {
  [KEY]?: Set<() => Promise<void>>;
  gatewayStopAnnounced?: boolean;
};

/** Has `end` run when the server is asked to stop, after the last request is answered. */
export function onShutdown(end: () => Promise<void>): void {
  holder[KEY] ??= new Set();
  holder[KEY].add(end);
}

/** Says that this process will stop soon, though it still answers: balancers are to send it nothing new. */
export function announceStop(isStopping = true): void {
  holder.gatewayStopAnnounced = isStopping;
}

/** Whether this process will stop soon. */
export function willStop(): boolean {
  return holder.gatewayStopAnnounced === true;
}
