import { rangeOf } from "@/lib/billing/figures/periods";
import {
  FIGURE_COLUMNS,
  figureCells,
  figuresInBatches,
  readFigures,
} from "@/lib/billing/figures/read-figures";
import { exportFigures, readFigures as readFiguresOperation } from "@/lib/contracts/admin/figures";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import { chosenCells } from "@/lib/db/cells/read-of-cells";
import { tableOf } from "@/lib/http/endpoint-table";
import { admin } from "@/lib/http/member";
import { csvResponse } from "@/lib/http/reply/csv";

export const FIGURES_ENDPOINTS = tableOf([
  admin(readFiguresOperation, ({ db, input, now }) => readFigures(db, input, now), "long"),
  admin(
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
]);
