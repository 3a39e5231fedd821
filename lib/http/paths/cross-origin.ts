import { env } from "@/lib/env";
import type { Endpoint } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply/reply";

/** How long a browser remembers that it may ask, in seconds. */
const REMEMBERED_S = 3_600;

/**
 * An endpoint that pages of this installation may call from `APP_URL`, where that is not the address that is
 * called (rules: mail add-in). No other page's script may read its answers.
 * @param allowed the request headers that such a call may have.
 */
export function crossOrigin(
  endpoint: Endpoint,
  allowed: readonly string[],
): { POST: Endpoint; OPTIONS: Endpoint } {
  const allow = (request: Request, headers: Headers): void => {
    const { appUrl } = env();
    if (appUrl === undefined) return;
    headers.append("Vary", "Origin");
    const { origin } = new URL(appUrl);
    if (request.headers.get("origin") === origin) headers.set("Access-Control-Allow-Origin", origin);
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
