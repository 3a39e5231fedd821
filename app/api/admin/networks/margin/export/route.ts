import { chosenCells } from "@/lib/cells/read-of-cells";
import { exportMargin } from "@/lib/contracts/admin/margin";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { csvResponse, inBatches } from "@/lib/http/reply/csv";
import type { CarrierAccountSum } from "@/lib/messages/networks/carrier-days.sql";
import { MARGIN_COLUMNS, marginCells, readMarginRows } from "@/lib/messages/networks/read-margin";

const BATCH = 1_000;

/** The sums of a month by network and account, every one of them, as a file. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(exportMargin, async ({ db, member: { accountId }, stillReads, input: { month, cell } }) => {
    const databases = chosenCells(db, cell);
    // Those of one cell follow those of another.
    async function* batches() {
      for (const of of databases) {
        const read = (after: CarrierAccountSum | undefined, limit: number) =>
          readMarginRows(of, month, after, limit);
        yield* inBatches(BATCH, read);
      }
    }
    const file = { name: `margin-${month}`, columns: MARGIN_COLUMNS, cells: marginCells };
    return csvResponse({ accountId, stillReads }, file, batches());
  }),
});
