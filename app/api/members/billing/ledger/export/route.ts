import { LEDGER_COLUMNS, ledgerCells, readLedger } from "@/lib/billing/statements/ledger";
import type { LedgerRow } from "@/lib/billing/statements/ledger.sql";
import { exportLedger } from "@/lib/contracts/members/billing";
import { route } from "@/lib/http/handler";
import { member } from "@/lib/http/member";
import { csvResponse, inBatches } from "@/lib/http/reply/csv";

const BATCH = 1_000;

/** The changes of the account's balance, every one of them, as a file. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: member(exportLedger, async ({ db, member: { accountId, ownAccountId }, stillReads, input }) => {
    const read = (after: LedgerRow | undefined, limit: number) =>
      readLedger(db, accountId, input, { place: after ?? null, direction: "older", limit });
    const name = input.month ? `ledger-${input.month}` : "ledger";
    return csvResponse(
      // Of who views the account it is the administrator's turn, in the account's cell.
      { accountId: ownAccountId, cell: db.cell, stillReads },
      { name, columns: LEDGER_COLUMNS, cells: ledgerCells },
      inBatches(BATCH, read),
    );
  }),
});
