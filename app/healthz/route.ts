import { route } from "@/lib/http/handler";

/**
 * The process is alive (rules: probes). Says nothing about the database: restarting this process would not mend that.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: { run: () => ({ status: "ok" }), quiet: true },
});
