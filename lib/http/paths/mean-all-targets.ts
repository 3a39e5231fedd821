import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { meanTarget } from "@/lib/http/paths/mean-target";

/**
 * Rewrites the target of every request of this process to the path that it means, before any server sees the request.
 * It is for installations in which Next is the server: Next redirects repeated slashes first of all, and no setting
 * changes that. The redirect would repeat the query with its credentials.
 */
export function meanAllTargets(): void {
  subscribe("http.server.request.start", (event) =>
    meanTarget((event as { request: IncomingMessage }).request),
  );
}
