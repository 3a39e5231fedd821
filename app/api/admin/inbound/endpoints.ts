import { listUnrouted as listUnroutedOperation } from "@/lib/contracts/admin/inbound";
import { cellsToChoose, chosenCells } from "@/lib/db/cells/read-of-cells";
import { tableOf } from "@/lib/http/endpoint-table";
import { admin } from "@/lib/http/member";
import { pageOverCells } from "@/lib/http/over-cells/page-over-cells";
import { listUnrouted } from "@/lib/inbound/list-unrouted";

export const INBOUND_ENDPOINTS = tableOf([
  admin(
    listUnroutedOperation,
    async ({ db, input }) => {
      const cells = chosenCells(db, input.cell);
      const { rows: messages, ...page } = await pageOverCells(cells, input, listUnrouted);
      return { messages, ...page, cells: cellsToChoose() };
    },
    "long",
  ),
]);
