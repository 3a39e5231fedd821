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

/** The path of Next's page with the status 404. */
const NO_PAGE = "/_not-found";

/**
 * Rejects requests that no page answers, and sets the security policy of each page. A script runs only if it has the
 * request's nonce, so that a text in a page never runs as a script. It protects no data: each handler authenticates its
 * caller.
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
 * Returns the security policy of a page. Other sites cannot frame it, and it loads no script from other hosts. The
 * page that Outlook frames beside an email may do both: it has no session to leak.
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
  // Every page, with prefetched and missing ones. Route files and built files are left out: next.config.ts has their
  // policy. A test compares this with the files under `app`.
  matcher: [
    "/((?!api/|gateway/|_next/static/|(?:(?:automation|storefront)/webhook\\.php|crm-[ab]/workflow\\.php|(?:crm-c/|mail-addin/)?send\\.php|docs/(?:clients/gateway\\.(?:py|ts)|search\\.json)|email/inbound|simulator/(?:inbound|messages)|healthz|readyz|metrics|openapi\\.json|mail-addin/manifest\\.xml|icon\\.svg)/?$).*)",
  ],
};
