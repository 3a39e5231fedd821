/** The process is alive. Says nothing about the database: restarting this process would not mend that. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "Cache-Control": "no-store" } });
}
