import { readHealth as readHealthOperation } from "@/lib/contracts/admin/health";
import { env } from "@/lib/env";
import { tableOf } from "@/lib/http/endpoint-table";
import { admin } from "@/lib/http/member";
import { sawUnknownProxy } from "@/lib/http/paths/unknown-proxy";
import { readHealth } from "@/lib/jobs/health/read-health";
import { jobsMode } from "@/lib/jobs/mode";

export const HEALTH_ENDPOINTS = tableOf([
  {
    ...admin(readHealthOperation, ({ db, now }) => {
      const { carrier, night: quiet, smtpUrl } = env();
      const isEmailConfigured = smtpUrl !== undefined;
      const hasUnknownProxy = sawUnknownProxy();
      return readHealth(db, { carrier, quiet, isEmailConfigured, hasUnknownProxy, jobs: jobsMode() }, now);
    }),
    quiet: true,
  },
]);
