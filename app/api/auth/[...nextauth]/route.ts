import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/app/api/auth/auth-options";
import { GatewayError } from "@/lib/errors";
import { readBody, UNVERIFIED } from "@/lib/http/body/body";
import { route } from "@/lib/http/handler";
import { nothingAt } from "@/lib/http/reply/nothing-at";
import { type GatewayRequest, webRequestOf } from "@/lib/http/request/gateway-request";

/** Enough for an email address, a password and a code. next-auth itself would read a body of any length. */
const MAX_BODY_BYTES = 16 * 1024;

/** Responses are for one caller: some contain cookies or a session, and some contain the requested host. */
const UNCACHED = "private, no-store";

/** The type that next-auth's own pages send. No client of ours sends another type. */
const FORM = "application/x-www-form-urlencoded";

/**
 * The actions of next-auth, as the first part of the path. For other paths next-auth sends responses in a
 * different form than ours. `_log` is not here: we do not use it, and it would log any text from a stranger.
 */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  GET: ["callback", "csrf", "error", "providers", "session", "signin", "signout", "verify-request"],
  POST: ["callback", "session", "signin", "signout"],
};

/**
 * Runs next-auth for sign-in and sign-out. Reads the options for each request, because a build has no
 * settings.
 */
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
