import { route } from "@/lib/http/handler";

/**
 * Responds while the process is alive (rules: probes). Does not check the database, because a restart would
 * not repair it.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: { run: () => ({ status: "ok" }), quiet: true },
});
