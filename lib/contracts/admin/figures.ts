import { z } from "zod";
import { chosenCell, ofCells } from "@/lib/contracts/admin/of-cells";
import { integer, oneOf, text } from "@/lib/contracts/base/parameters";
import { memberOperation } from "@/lib/contracts/members/operation";
import { parseNzDateTime } from "@/lib/sms/nz-time";

/** The most New Zealand days of one read. */
export const FIGURE_DAYS = 366;

/** The most accounts on the page. The file has all. */
export const MAX_FIGURE_ACCOUNTS = 50;

/** The periods of a row. A week begins on Monday. */
export const FIGURE_STEPS = ["day", "week", "month"] as const;

const day = text()
  .refine((value) => value.length === "YYYY-MM-DD".length && parseNzDateTime(value, "start") !== null, {
    message: "must be a date that exists, as YYYY-MM-DD",
  })
  .optional();

const asked = {
  /** Both days are included. The default is the last 30 days. */
  start: day,
  end: day,
  by: oneOf(FIGURE_STEPS).optional(),
  /** Limits the figures to one cell. */
  cell: chosenCell(),
  /** Limits the figures to one account. */
  account: integer(1, 999_999_999).optional(),
};

/**
 * Charged messages and parts, and dollars excluding GST: the charges for messages and lookups, the refunds of
 * messages, the networks' charges, and the rest. A refund is subtracted on the day on which its message was charged.
 */
const sums = {
  messages: z.int(),
  parts: z.int(),
  charged: z.string(),
  refunded: z.string(),
  cost: z.string(),
  margin: z.string(),
};

/** Returns traffic and revenue by New Zealand day, week or month, beside the same number of days before. */
export const readFigures = memberOperation({
  method: "GET",
  path: "/api/admin/figures",
  request: z.object(asked),
  response: z.object({
    start: z.string(),
    end: z.string(),
    today: z.string(),
    by: z.enum(FIGURE_STEPS),
    account: z.object({ id: z.int(), name: z.string() }).nullable(),
    /** Periods, the oldest first. Each has only the requested days. */
    periods: z.array(z.object({ start: z.string(), end: z.string(), ...sums })),
    total: z.object(sums),
    before: z.object({ start: z.string(), end: z.string(), ...sums }),
    /** The accounts with the highest charges. */
    accounts: z.array(z.object({ id: z.int(), name: z.string(), ...sums })),
    /** True if there are more accounts than listed. */
    isMore: z.boolean(),
    ...ofCells,
  }),
});

/** Returns the figures of every account as a file. */
export const exportFigures = memberOperation({
  method: "GET",
  path: "/api/admin/figures/export",
  request: z.object(asked),
  response: z.never(),
});

export type FiguresRequest = z.output<typeof readFigures.request>;
export type Figures = z.output<typeof readFigures.response>;
export type FigureSums = z.output<z.ZodObject<typeof sums>>;
export type FigureStep = (typeof FIGURE_STEPS)[number];
