import { z } from "zod";
import { chosenCell, ofCells } from "@/lib/contracts/admin/of-cells";
import { text } from "@/lib/contracts/base/parameters";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/admin-routes";
import { parseNzMonth } from "@/lib/sms/nz-time";

/** Most accounts that the page lists; the file has all. */
export const MAX_MARGIN_ACCOUNTS = 50;

const month = text().refine((value) => parseNzMonth(value) !== null, "must be a month, as YYYY-MM");

/**
 * Messages of which networks took parts, and dollars excluding GST: what was billed for them, what networks charge, and
 * what is left.
 */
const sums = { messages: z.int(), billed: z.string(), cost: z.string(), margin: z.string() };

/** What is left of a New Zealand month by network and by account, those accounts first with the least; of this month so far. */
export const readMargin = memberOperation({
  ...routes.readMargin,
  request: z.object({ month: month.optional(), cell: chosenCell() }),
  response: z.object({
    month: z.string(),
    firstMonth: z.string(),
    thisMonth: z.string(),
    networks: z.array(z.object({ name: z.string(), ...sums })),
    accounts: z.array(z.object({ id: z.int(), name: z.string(), ...sums })),
    /** Whether there are more accounts than are listed. */
    isMore: z.boolean(),
    ...ofCells,
  }),
});

/** The same of a month by network and account, every one of them, as a file. */
export const exportMargin = memberOperation({
  ...routes.exportMargin,
  request: z.object({ month, cell: chosenCell() }),
  response: z.never(),
});

export type MarginSums = z.output<z.ZodObject<typeof sums>>;
