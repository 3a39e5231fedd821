import { readHealth as operation } from "@/lib/contracts/admin/health";
import { env } from "@/lib/env";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { sawUnknownProxy } from "@/lib/http/paths/unknown-proxy";
import { readHealth } from "@/lib/jobs/health/read-health";
import { jobsMode } from "@/lib/jobs/mode";

/** How the service is doing. A page that is open asks every few seconds. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: {
    ...admin(operation, ({ db, now }) => {
      const { carrier, night: quiet, smtpUrl } = env();
      const isEmailConfigured = smtpUrl !== undefined;
      const hasUnknownProxy = sawUnknownProxy();
      return readHealth(db, { carrier, quiet, isEmailConfigured, hasUnknownProxy, jobs: jobsMode() }, now);
    }),
    quiet: true,
  },
});
