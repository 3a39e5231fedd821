import type { TrialRecords } from "@/lib/carriers/setup/try-carrier";
import { askCells } from "@/lib/db/cells/ask-cells";
import { otherCells } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import {
  heldLinkStatement,
  type TrialReportRow,
  trialReportStatement,
} from "@/lib/messages/networks/trial/trial-records.sql";

/**
 * Finds the report of a trial among the parked reports of all cells: it may arrive by any link of the network, in any
 * process (rules: trials).
 */
export function trialRecords(db: Database, carrier: string): TrialRecords {
  const inCells = async <Row>(ask: (cell: Database) => Promise<Row[]>): Promise<Row[]> => {
    const answers = await askCells([db, ...otherCells(db)], ask);
    return answers.flatMap((answer) => ("said" in answer ? answer.said : []));
  };
  return {
    hasLinks: async (now) =>
      (await inCells((cell) => cell.query(heldLinkStatement(carrier, now)))).length > 0,
    async findReport(references, since) {
      const ask = (cell: Database) =>
        cell.query<TrialReportRow>(trialReportStatement(carrier, references, since));
      const [report] = await inCells(ask);
      return report ?? null;
    },
  };
}
