import { serve } from "inngest/next";
import { NextRequest } from "next/server";
import { inngest } from "@/inngest/client";
import { functions } from "@/inngest/functions/all";
import { GatewayError } from "@/lib/errors";
import { readBytes, UNVERIFIED } from "@/lib/http/body/body";
import { bodyBudget } from "@/lib/http/body/body-budget";
import { unknownPath } from "@/lib/http/handler";
import { problem } from "@/lib/http/reply/problem";
import { fromWeb } from "@/lib/http/request/gateway-request";
import { newId } from "@/lib/ids";
import { jobsMode } from "@/lib/jobs/mode";

/** Where Inngest calls: only with its signature, also to register, but for its development server. */
const served = serve({ client: inngest, functions, enableUnauthedSync: false });

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
    const { url, headers } = request;
    const body = bytes.length > 0 ? { body: new Uint8Array(bytes) } : {};
    return await served[method](new NextRequest(url, { method, headers, ...body }), context);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const requestId = newId();
    const refusal = problem(error, requestId).toResponse();
    refusal.headers.set("X-Request-Id", requestId);
    return refusal;
  } finally {
    bodyBudget().release(read);
  }
}

export const GET = whereUsed("GET");
export const POST = whereUsed("POST");
export const PUT = whereUsed("PUT");
