import type { IncomingMessage } from "node:http";
import { readTarget } from "@/lib/http/paths/request-target";

/** Rewrites a request to the path that its target means, and to the host that the target names: see `readTarget`. */
export function meanTarget(request: IncomingMessage): void {
  const { target, host } = readTarget(request.url ?? "/");
  request.url = target;
  if (host !== null) overwrite(request, "host", host);
}

/** Replaces or removes a header, also in the raw headers, so that readers of these see the same value. */
export function overwrite(request: IncomingMessage, name: string, value: string | null): void {
  // `headers` is read first: Node makes it from the raw headers at the first access, and needs them unchanged.
  const { headers, rawHeaders: raw } = request;
  for (let at = raw.length - 2; at >= 0; at -= 2) {
    if (raw[at]?.toLowerCase() === name) raw.splice(at, 2);
  }
  if (value === null) delete headers[name];
  else {
    headers[name] = value;
    raw.push(name, value);
  }
}
