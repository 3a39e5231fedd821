import { readiness } from "@/lib/db/readiness";
import { route } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply";

/** Whether this server can do its work: the database answers and its migrations are the code's. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    run: async () => {
      const state = await readiness();
      const headers = { "Cache-Control": "no-store" };
      return Reply.json(state, { status: state.status === "ready" ? 200 : 503, headers });
    },
    quiet: true,
  },
});
