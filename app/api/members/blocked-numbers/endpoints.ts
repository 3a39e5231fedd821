import {
  blockNumberOperation,
  exportBlockedNumbers,
  listBlockedNumbers,
  resubscribeNumber,
} from "@/lib/contracts/members/blocked-numbers";
import { GatewayError } from "@/lib/errors";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { csvResponse } from "@/lib/http/reply/csv";
import { blockByHand } from "@/lib/optouts/block-by-hand";
import { BLOCKED_COLUMNS, blockedCells, exportBlocked } from "@/lib/optouts/export-blocked";
import { listBlocked } from "@/lib/optouts/list-blocked";
import { resubscribe } from "@/lib/optouts/resubscribe";

export const BLOCKED_NUMBERS_ENDPOINTS = tableOf([
  member(listBlockedNumbers, ({ db, member, input }) => listBlocked(db, member.accountId, input), "long"),
  member(blockNumberOperation, "number_blocked", async (tx, { member, input, now }) => {
    const number = await blockByHand(tx, member.accountId, input.number, now);
    return { details: { number }, answer: { success: true, number } };
  }),
  member(exportBlockedNumbers, async ({ db, member: { accountId }, stillReads, input }) =>
    csvResponse(
      { accountId, stillReads },
      { name: "blocked-numbers", columns: BLOCKED_COLUMNS, cells: blockedCells },
      exportBlocked(db, accountId, input),
    ),
  ),
  member(resubscribeNumber, "number_resubscribed", async (tx, { member, input: { number }, now }) => {
    if (!(await resubscribe(tx, member.accountId, number, now)))
      throw new GatewayError("not_found", "This number is not blocked.");
    return { details: { number } };
  }),
]);
