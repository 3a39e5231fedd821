import { hashSecret, matchesSecret } from "@/lib/crypto/secrets";
import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { callOf } from "@/lib/http/gateway";
import { route } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply/reply";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";
import { formatMetrics, METRICS_TYPE } from "@/lib/jobs/metrics/metric";
import { readMetrics } from "@/lib/jobs/metrics/read-metrics";

/**
 * Returns the state of the service for Prometheus (rules: metrics). Exists only if `METRICS_TOKEN` is set.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: {
      run: async (request) => {
        const { metricsToken, night: quiet, carrier: simulator } = env();
        requireToken(request, metricsToken ?? "");
        const { db, now } = callOf(request);
        const metrics = await readMetrics(db, { quiet, simulator }, now);
        const headers = { "Content-Type": METRICS_TYPE, "Cache-Control": "no-store" };
        return new Reply(formatMetrics(metrics), { headers });
      },
      quiet: true,
    },
  },
  () => env().metricsToken !== undefined,
);

function requireToken(request: GatewayRequest, token: string): void {
  const given = /^Bearer (.+)$/i.exec(request.header("authorization") ?? "")?.[1];
  if (given !== undefined && matchesSecret(given, hashSecret(token))) return;
  throw new GatewayError("invalid_credentials", "The header 'Authorization' must contain METRICS_TOKEN.");
}
