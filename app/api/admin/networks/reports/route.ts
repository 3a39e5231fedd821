import { listUnmatchedReports } from "@/lib/contracts/admin/unmatched-reports";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { readUnmatchedReports } from "@/lib/messages/networks/unreadable-reports";

/** What of networks nobody could read, and reports whose message is not known. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(listUnmatchedReports, ({ db }) => readUnmatchedReports(db)),
});
