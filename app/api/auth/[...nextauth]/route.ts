import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/app/api/auth/auth-options";
import { GatewayError } from "@/lib/errors";
import { readBody, UNVERIFIED } from "@/lib/http/body/body";
import { route } from "@/lib/http/handler";
import { nothingAt } from "@/lib/http/reply/nothing-at";
import { type GatewayRequest, webRequestOf } from "@/lib/http/request/gateway-request";

/** An email address, a password and a code: next-auth itself would read a body of any length. */
const MAX_BODY_BYTES = 16 * 1024;

/** Answers are about one caller: some have cookies or a session, and some repeat the host that was called. */
const UNCACHED = "private, no-store";

/** What next-auth's own pages send; of other kinds it expects what nobody sends. */
const FORM = "application/x-www-form-urlencoded";

/**
 * What next-auth does, by the first part of the path: it answers all else by itself, and not as we do. Its `_log`, which
 * nothing of ours asks for, is left out: it writes into the log whatever a stranger sends.
 */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  GET: ["callback", "csrf", "error", "providers", "session", "signin", "signout", "verify-request"],
  POST: ["callback", "session", "signin", "signout"],
};

/** Signing in and out. The options are read with each request: a build has no settings. */
async function run(request: GatewayRequest): Promise<Response> {
  const { method, headers, url } = webRequestOf(request);
  const { pathname } = new URL(url);
  const nextauth = pathname.split("/").slice(3);
  if (!ACTIONS[method]?.includes(nextauth[0] ?? "")) throw nothingAt(pathname);
  const type = headers.get("content-type") ?? FORM;
  if (method === "POST" && !type.startsWith(FORM))
    throw new GatewayError("unsupported_media_type", `The request body must have Content-Type ${FORM}.`);
  const body = method === "POST" ? await readBody(request, { ...UNVERIFIED, maxBytes: MAX_BODY_BYTES }) : "";
  const answer: Response = await NextAuth(
    new NextRequest(url, { method, headers, ...(body === "" ? {} : { body }) }),
    { params: Promise.resolve({ nextauth }) },
    authOptions(),
  );
  if (!answer.headers.has("cache-control")) answer.headers.set("Cache-Control", UNCACHED);
  return answer;
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: { run, notByHead: true, quiet: true },
  POST: { run },
});
