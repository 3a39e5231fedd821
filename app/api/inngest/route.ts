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

type Served = ReturnType<typeof serve>;

let served: Served | undefined;

/** Where Inngest calls: only with its signature, also to register, but for its development server. */
function serving(): Served {
  // Not before the first call: a build has no settings that say which functions there are.
  served ??= serve({ client: inngest, functions: functionsHere(), enableUnauthedSync: false });
  return served;
}

/** Looked at before Inngest parses a body, which it does before its signature: a stranger's would be a failure of ours. */
const JSON_LIMITS = { depth: 100, outerKeys: 100, values: 10_000, keys: 10_000 };

const nothing = unknownPath();

/** Where Inngest is not used there is nothing here. */
function whereUsed(method: "GET" | "POST" | "PUT") {
  return (request: NextRequest, context: unknown): Promise<Response> =>
    jobsMode() === "inngest" ? answer(method, request, context) : nothing[method](request);
}

/**
 * Answers Inngest. Its signature is over all of the body: until it is read, anybody may have sent it. Our functions
 * wake operations and carry next to nothing.
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
/** Inngest never asks with these: without them Next would answer by itself, and not as the API does. */
export const { PATCH, DELETE, OPTIONS } = nothing;
