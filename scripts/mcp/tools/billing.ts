import { z } from "zod";
import { RATE_CODE_LENGTH } from "@/lib/contracts/base/values";
import {
  billingRow,
  billingSummaryResponse,
  queryBillingOperation,
} from "@/lib/contracts/gateway/billing-query";
import { result } from "@/scripts/mcp/base/results";
import { registerTool } from "@/scripts/mcp/base/tool";
import type { Toolbox } from "@/scripts/mcp/tools/toolbox";

/** The most rows that are worth reading at once; the totals include all. */
const MAX_ROWS = 100;

const { month, rateCode } = queryBillingOperation.request.shape;
const { totals, filters } = billingSummaryResponse.shape;

/** A day of New Zealand, in the form of the API. */
export const nzDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "must be a date as YYYY-MM-DD");

const input = z.object({
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional()
    .meta({ description: month.description }),
  start_date: nzDay.optional().meta({ description: "The first day, NZ time. Goes with end_date." }),
  end_date: nzDay.optional().meta({ description: "The last day, NZ time, inclusive." }),
  rateCode: z.string().min(1).max(RATE_CODE_LENGTH).optional().meta({ description: rateCode.description }),
});

const output = z.object({
  rateCodes: z.array(z.object(billingRow.shape)).meta({ description: "One row per tag and send type." }),
  rateCodesOmitted: z.int().meta({ description: "Rows left out of the list; `totals` has them all." }),
  totals,
  filters,
});

/** Adds the tool that reads the costs of messages in a period (rules: billing query). */
export function addBilling(box: Toolbox): void {
  registerTool(box.server, box.log, {
    name: "billing",
    title: "Read what messages cost",
    description:
      "Reads the costs of messages in a month, or from start_date to end_date, by rate code and send type. Number lookups and top-ups aren't included. Free.",
    input,
    output,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async (asked) => {
      const summary = await box.gateway.ask(queryBillingOperation, asked, { isReading: true });
      if (summary.mode !== "summary") throw new Error("The billing query gave no summary.");
      const { rateCodes, rateCodesOmitted = 0, totals, filters } = summary;
      const omitted = rateCodesOmitted + Math.max(0, rateCodes.length - MAX_ROWS);
      const shown = rateCodes.slice(0, MAX_ROWS);
      return result({ rateCodes: shown, rateCodesOmitted: omitted, totals, filters });
    },
  });
}
