import { db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { readiness } from "@/lib/db/readiness";
import { route } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply/reply";
import { recentOverdue } from "@/lib/jobs/sweep/overdue";

/** Who probes has little patience, and is answered without what takes longer. */
const OVERDUE_TIMEOUT_MS = 1_000;

/**
 * Whether this server can do its work and will go on to (rules: probes): the database takes writes and its migrations
 * are the code's. It can while work is overdue, and says of which queues: to send requests elsewhere would not help.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    run: async () => {
      const state = await readiness();
      const overdue = state.status === "ready" ? await overdueQueues() : [];
      const headers = { "Cache-Control": "no-store" };
      return Reply.json(overdue.length > 0 ? { ...state, overdue } : state, {
        status: state.status === "ready" ? 200 : 503,
        headers,
      });
    },
    quiet: true,
  },
});

/** The queues with overdue work, by name; none where that cannot be read, or not in time. */
async function overdueQueues(): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(resolve, OVERDUE_TIMEOUT_MS, []);
  });
  const read = recentOverdue(db())
    .then(Object.keys)
    .catch((error: unknown): string[] => {
      logFailure(error, {}, "overdue work cannot be read");
      return [];
    });
  try {
    return await Promise.race([read, late]);
  } finally {
    clearTimeout(timer);
  }
}
