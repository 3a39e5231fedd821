import { serve } from "inngest/next";
import { NextRequest } from "next/server";
import { inngest } from "@/inngest/client";
import { functionsHere } from "@/inngest/functions/all";
import { GatewayError } from "@/lib/errors";
import { readBytes, releaseBody, UNVERIFIED } from "@/lib/http/body/body";
import { unknownPath } from "@/lib/http/handler";
import { problem } from "@/lib/http/reply/problem";
import { fromWeb } from "@/lib/http/request/gateway-request";
import { newId } from "@/lib/ids";
import { jobsMode } from "@/lib/jobs/mode";
import { decodeUtf8 } from "@/lib/parsing/decode-utf8";
import { readJson } from "@/lib/parsing/read-json";

type Handlers = ReturnType<typeof serve>;

let served: Handlers | undefined;

/**
 * Returns the handlers for Inngest. They require its signature, for registration too, except with the
 * development server.
 */
function serving(): Handlers {
  // Created on the first call: a build has no settings, and the functions depend on them.
  served ??= serve({ client: inngest, functions: functionsHere(), enableUnauthedSync: false });
  return served;
}

/**
 * Checked before Inngest parses the body. Inngest parses the body before it verifies the signature, and a
 * stranger's malformed body would count as our failure.
 */
const JSON_LIMITS = { depth: 100, outerKeys: 100, values: 10_000, keys: 10_000 };

const nothing = unknownPath();

/** Returns a handler that responds 404 if Inngest is not in use. */
function whereUsed(method: "GET" | "POST" | "PUT") {
  return (request: NextRequest, context: unknown): Promise<Response> =>
    jobsMode() === "inngest" ? answer(method, request, context) : nothing[method](request);
}

/**
 * Responds to Inngest. Its signature covers the whole body, so a stranger may have sent a body that is not
 * read yet. Calls of our functions have small bodies, because they only wake operations.
 */
async function answer(
  method: "GET" | "POST" | "PUT",
  request: NextRequest,
  context: unknown,
): Promise<Response> {
  const read = fromWeb(request);
  try {
    const bytes = await readBytes(read, UNVERIFIED);
    if (bytes.length > 0) await readJson(await decodeUtf8(bytes), JSON_LIMITS);
    const { url, headers } = request;
    const body = bytes.length > 0 ? { body: new Uint8Array(bytes) } : {};
    return await serving()[method](new NextRequest(url, { method, headers, ...body }), context);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const requestId = newId();
    const refusal = problem(error, requestId).toResponse();
    refusal.headers.set("X-Request-Id", requestId);
    return refusal;
  } finally {
    releaseBody(read);
  }
}

export const GET = whereUsed("GET");
export const POST = whereUsed("POST");
export const PUT = whereUsed("PUT");
/**
 * Inngest does not use these methods. Without these exports Next itself would respond, in a different form
 * than the API.
 */
export const { PATCH, DELETE, OPTIONS } = nothing;
