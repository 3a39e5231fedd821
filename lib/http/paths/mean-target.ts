import type { IncomingMessage } from "node:http";
import { readTarget } from "@/lib/http/paths/request-target";

/** Has a request ask for the path that its target means, and for the host that the target names: see `readTarget`. */
export function meanTarget(request: IncomingMessage): void {
  const { target, host } = readTarget(request.url ?? "/");
  request.url = target;
  if (host !== null) overwrite(request, "host", host);
}

/** Replaces a header, or takes it away, also where headers are kept as they came: whoever reads those is told the same. */
export function overwrite(request: IncomingMessage, name: string, value: string | null): void {
  // Read first: Node makes these of the raw ones when they are first asked for, and counts on all that came.
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
