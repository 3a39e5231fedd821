import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/app/api/auth/auth-options";
import { GatewayError } from "@/lib/errors";
import { readBody, UNVERIFIED } from "@/lib/http/body/body";
import { route } from "@/lib/http/handler";
import { type GatewayRequest, webRequestOf } from "@/lib/http/request/gateway-request";

/** An email address, a password and a code: next-auth itself would read a body of any length. */
const MAX_BODY_BYTES = 16 * 1024;

/** What next-auth's own pages send; of other kinds it expects what nobody sends. */
const FORM = "application/x-www-form-urlencoded";

/** Signing in and out. The options are read with each request: a build has no settings. */
async function run(request: GatewayRequest): Promise<Response> {
  const { method, headers, url } = webRequestOf(request);
  const type = headers.get("content-type") ?? FORM;
  if (method === "POST" && !type.startsWith(FORM))
    throw new GatewayError("unsupported_media_type", `The request body must have Content-Type ${FORM}.`);
  const body = method === "POST" ? await readBody(request, { ...UNVERIFIED, maxBytes: MAX_BODY_BYTES }) : "";
  const nextauth = new URL(url).pathname.split("/").slice(3);
  return NextAuth(
    new NextRequest(url, { method, headers, ...(body === "" ? {} : { body }) }),
    { params: Promise.resolve({ nextauth }) },
    authOptions(),
  );
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: { run, notByHead: true, quiet: true },
  POST: { run },
});
