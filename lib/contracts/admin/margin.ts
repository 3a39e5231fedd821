import { z } from "zod";
import { chosenCell, ofCells } from "@/lib/contracts/admin/of-cells";
import { text } from "@/lib/contracts/base/parameters";
import { memberOperation } from "@/lib/contracts/members/operation";
import { parseNzMonth } from "@/lib/sms/nz-time";

/** The most accounts on the page. The file has all. */
export const MAX_MARGIN_ACCOUNTS = 50;

const month = text().refine((value) => parseNzMonth(value) !== null, "must be a month, as YYYY-MM");

/**
 * Messages whose parts a network accepted, and dollars excluding GST: their charges, the networks' charges, and the
 * difference.
 */
const sums = { messages: z.int(), billed: z.string(), cost: z.string(), margin: z.string() };

/**
 * Returns the margin of a New Zealand month by network and by account, the smallest account margin first. The current
 * month counts so far.
 */
export const readMargin = memberOperation({
  method: "GET",
  path: "/api/admin/networks/margin",
  request: z.object({ month: month.optional(), cell: chosenCell() }),
  response: z.object({
    month: z.string(),
    firstMonth: z.string(),
    thisMonth: z.string(),
    networks: z.array(z.object({ name: z.string(), ...sums })),
    accounts: z.array(z.object({ id: z.int(), name: z.string(), ...sums })),
    /** True if there are more accounts than listed. */
    isMore: z.boolean(),
    ...ofCells,
  }),
});

/** Returns a month's margin by network and account as a file. */
export const exportMargin = memberOperation({
  method: "GET",
  path: "/api/admin/networks/margin/export",
  request: z.object({ month, cell: chosenCell() }),
  response: z.never(),
});

export type MarginSums = z.output<z.ZodObject<typeof sums>>;
