import { exportBlockedNumbers } from "@/lib/contracts/members/blocked-numbers";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { csvResponse } from "@/lib/http/reply/csv";
import { BLOCKED_COLUMNS, blockedCells, exportBlocked } from "@/lib/optouts/export-blocked";

/** The blocked numbers as a file. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(exportBlockedNumbers, async ({ db, member: { accountId }, stillReads, input }) =>
    csvResponse(
      { accountId, stillReads },
      { name: "blocked-numbers", columns: BLOCKED_COLUMNS, cells: blockedCells },
      exportBlocked(db, accountId, input),
    ),
  ),
});
