import { db } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { readiness } from "@/lib/db/readiness";
import { route } from "@/lib/http/handler";
import { Reply } from "@/lib/http/reply/reply";
import { recentOverdue } from "@/lib/jobs/sweep/overdue";

/**
 * The time to read the overdue queues, in milliseconds. A probe has little patience, so the response omits
 * them after that.
 */
const OVERDUE_TIMEOUT_MS = 1_000;

/**
 * Reports if this server works and will continue to (rules: probes): the database accepts writes, and its
 * migrations match the code. A server with overdue work is still ready, and names the overdue queues: sending
 * requests elsewhere would not help.
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

/** Returns the names of the queues with overdue work. Returns no names if they cannot be read in time. */
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
