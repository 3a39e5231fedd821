import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/env";
import { TASK_PANE_PATH, TASK_PANE_POLICY } from "@/lib/mail-addin/outlook-addresses";

/**
 * Gives every page its security policy: scripts run only where they carry this request's nonce, so that a text that
 * finds its way into a page does not. It is no fence for data: each handler looks at its caller itself.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, request.nextUrl.pathname);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Next finds the nonce for its own scripts here.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/**
 * Nobody frames a page of ours, and none loads a script from elsewhere, but for the one that Outlook shows beside an
 * e-mail: it knows nothing of a session, so that its frame gives nothing away.
 */
function contentSecurityPolicy(nonce: string, path: string): string {
  const { frameAncestors, scripts } =
    path === TASK_PANE_PATH
      ? { frameAncestors: TASK_PANE_POLICY.frameAncestors, scripts: ` ${TASK_PANE_POLICY.scripts}` }
      : { frameAncestors: "'none'", scripts: "" };
  // The development server's way of replacing parts of a page needs eval.
  const development = env().nodeEnv === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${scripts}${development}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join("; ");
}

export const config = {
  matcher: [
    {
      // Pages alone: the API answers with data, and what is built is the same for everybody.
      source:
        "/((?!api/|gateway/|simulator/|_next/|email/|.*\\.php|openapi\\.json|healthz|readyz|samples/|icon\\.svg|mail-addin/(?!taskpane)).*)",
      missing: [
        { type: "header", key: "next-router-prefetch" },
        { type: "header", key: "purpose", value: "prefetch" },
      ],
    },
  ],
};
