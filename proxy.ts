import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/env";
import type { GatewayError } from "@/lib/errors";
import { formReturn } from "@/lib/http/paths/form-return";
import { isHiddenPage } from "@/lib/http/paths/is-hidden-page";
import { PAGE_PATH_HEADER } from "@/lib/http/paths/page-path";
import { pageRefusal } from "@/lib/http/paths/page-refusal";
import { problem } from "@/lib/http/reply/problem";
import { newId } from "@/lib/ids";
import { TASK_PANE_PATH, TASK_PANE_POLICY } from "@/lib/mail-addin/outlook-addresses";

/** Where Next has its page for what is not there, with the status 404. */
const NO_PAGE = "/_not-found";

/**
 * Refuses what no page answers, and gives every page its security policy: scripts run only where they carry this
 * request's nonce, so that a text that finds its way into a page does not. It is no fence for data: each handler looks
 * at its caller itself.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const refusal = pageRefusal(request.method, request.nextUrl.pathname);
  if (refusal) return refused(refusal, request);
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, request.nextUrl.pathname);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set(PAGE_PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  // Next finds the nonce for its own scripts here.
  headers.set("content-security-policy", policy);
  const isHidden = await isHiddenPage(request.nextUrl.pathname, headers.get("cookie"));
  const response = isHidden
    ? NextResponse.rewrite(new URL(NO_PAGE, request.url), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

function refused(refusal: GatewayError, { method, nextUrl, headers, url }: NextRequest): Response {
  const requestId = newId();
  const back = formReturn(refusal, {
    method,
    target: nextUrl.pathname + nextUrl.search,
    contentType: headers.get("content-type"),
    accept: headers.get("accept"),
  });
  const response = (back ?? problem(refusal, requestId)).toResponse();
  // Next requires an absolute address.
  if (back?.headers.Location) response.headers.set("Location", new URL(back.headers.Location, url).href);
  response.headers.set("X-Request-Id", requestId);
  return response;
}

/**
 * Nobody frames a page of ours, and none loads a script from elsewhere, but for the one that Outlook shows beside an
 * email: it knows nothing of a session, so that its frame gives nothing away.
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
  // Every page, prefetched ones and those that are none included. What route files answer and what is built is left out;
  // their policy is that of next.config.ts. A test holds this against the files under `app`.
  matcher: [
    "/((?!api/|gateway/|_next/static/|(?:(?:automation|storefront)/webhook\\.php|crm-[ab]/workflow\\.php|(?:crm-c/|mail-addin/)?send\\.php|docs/(?:clients/gateway\\.(?:py|ts)|search\\.json)|email/inbound|simulator/(?:inbound|messages)|healthz|readyz|metrics|openapi\\.json|mail-addin/manifest\\.xml|icon\\.svg)/?$).*)",
  ],
};
