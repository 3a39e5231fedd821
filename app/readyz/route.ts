import { readiness } from "@/lib/db/readiness";

/** Whether this server can do its work: the database answers and its migrations are the code's. */
export async function GET(): Promise<Response> {
  const state = await readiness();
  return Response.json(state, {
    status: state.status === "ready" ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}
