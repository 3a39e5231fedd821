import { env } from "@/lib/env";
import type { Endpoint, ReplyHeaders } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply/reply";
import type { GatewayRequest } from "@/lib/http/request/gateway-request";

/** The seconds for which a browser remembers that it may call the endpoint. */
const REMEMBERED_S = 3_600;

/**
 * Returns an endpoint that pages of this installation may call from `APP_URL`, if that is not the called address
 * (rules: mail add-in). Scripts of other pages may not read its answers.
 * @param allowed the request headers that such a call may have.
 */
export function crossOrigin(
  endpoint: Endpoint,
  allowed: readonly string[],
): { POST: Endpoint; OPTIONS: Endpoint } {
  const allow = (request: GatewayRequest, headers: ReplyHeaders): void => {
    const { appUrl } = env();
    if (appUrl === undefined) return;
    const { origin } = new URL(appUrl);
    if (request.header("origin") === origin) headers["access-control-allow-origin"] = origin;
    headers.vary = "Origin";
  };
  return {
    POST: {
      ...endpoint,
      run: (request, headers) => {
        allow(request, headers);
        return endpoint.run(request, headers);
      },
    },
    OPTIONS: {
      quiet: true,
      run: (request, headers) => {
        allow(request, headers);
        return new Reply(null, {
          status: 204,
          headers: {
            Allow: "POST, OPTIONS",
            "Access-Control-Allow-Methods": "POST",
            "Access-Control-Allow-Headers": allowed.join(", "),
            "Access-Control-Max-Age": String(REMEMBERED_S),
          },
        });
      },
    },
  };
}
