/** What has to end before the process does. The server in front of Next runs them; see `scripts/start.ts`. */
const KEY = Symbol.for("gateway.shutdown");

const holder = globalThis as typeof globalThis & { [KEY]?: Set<() => Promise<void>> };

/** Has `end` run when the server is asked to stop, after the last request is answered. */
export function onShutdown(end: () => Promise<void>): void {
  holder[KEY] ??= new Set();
  holder[KEY].add(end);
}
