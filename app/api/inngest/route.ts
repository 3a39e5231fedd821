import { serve } from "inngest/next";
import type { NextRequest } from "next/server";
import { inngest } from "@/inngest/client";
import { functions } from "@/inngest/functions";
import { unknownPath } from "@/lib/http/handler";
import { jobsMode } from "@/lib/jobs/mode";

/** Where Inngest calls: only with its signature, also to register, but for its development server. */
const served = serve({ client: inngest, functions, enableUnauthedSync: false });

const nothing = unknownPath();

/** Where Inngest is not used there is nothing here. */
function whereUsed(method: "GET" | "POST" | "PUT") {
  return (request: NextRequest, context: unknown): Promise<Response> =>
    jobsMode() === "inngest" ? served[method](request, context) : nothing[method](request);
}

export const GET = whereUsed("GET");
export const POST = whereUsed("POST");
export const PUT = whereUsed("PUT");
