import { rangeOf } from "@/lib/billing/figures/periods";
import { FIGURE_COLUMNS, figureCells, figuresInBatches } from "@/lib/billing/figures/read-figures";
import { databaseOfAccount } from "@/lib/cells/cells";
import { chosenCells } from "@/lib/cells/read-of-cells";
import { exportFigures } from "@/lib/contracts/admin/figures";
import { route } from "@/lib/http/handler";
import { admin } from "@/lib/http/member";
import { csvResponse } from "@/lib/http/reply/csv";

/** Traffic and revenue by period and account, every one of them, as a file. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: admin(
    exportFigures,
    async ({
      db,
      member: { accountId },
      stillReads,
      input: { by = "day", account, cell, ...asked },
      now,
    }) => {
      const days = rangeOf(asked, now);
      const cells = account ? [databaseOfAccount(db, account)] : chosenCells(db, cell);
      const name = `figures-${days.start}-to-${days.end}`;
      return csvResponse(
        { accountId, stillReads },
        { name, columns: FIGURE_COLUMNS, cells: figureCells },
        figuresInBatches(cells, { days, by, account }),
      );
    },
  ),
});
