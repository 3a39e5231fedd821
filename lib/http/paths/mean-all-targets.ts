import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { meanTarget } from "@/lib/http/paths/mean-target";

/**
 * Has every request of this process ask for the path that its target means, before any server of it sees the
 * request. For where Next is the server: it redirects repeated slashes before all else, and no setting of it
 * changes that. The redirect repeats the query with its credentials.
 */
export function meanAllTargets(): void {
  subscribe("http.server.request.start", (event) =>
    meanTarget((event as { request: IncomingMessage }).request),
  );
}
