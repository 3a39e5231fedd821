import { z } from "zod";
import { chosenCell, ofCells } from "@/lib/contracts/admin/of-cells";
import { integer, oneOf, text } from "@/lib/contracts/base/parameters";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/admin-routes";
import { parseNzDateTime } from "@/lib/sms/nz-time";

/** Most New Zealand days that figures are read for at once. */
export const FIGURE_DAYS = 366;

/** Most accounts that the page lists; the file has all. */
export const MAX_FIGURE_ACCOUNTS = 50;

/** What one row of figures may sum. A week begins on Monday. */
export const FIGURE_STEPS = ["day", "week", "month"] as const;

const day = text()
  .refine((value) => value.length === "YYYY-MM-DD".length && parseNzDateTime(value, "start") !== null, {
    message: "must be a date that exists, as YYYY-MM-DD",
  })
  .optional();

const asked = {
  /** Both inclusive; without them the last 30 days. */
  start: day,
  end: day,
  by: oneOf(FIGURE_STEPS).optional(),
  /** One cell alone, where there are several. */
  cell: chosenCell(),
  /** One account alone. */
  account: integer(1, 999_999_999).optional(),
};

/**
 * Messages and parts that were charged, and dollars excluding GST: what was charged for messages and lookups, what was
 * refunded of messages in this time, what networks charge, and what is left of the charges after that. A refund is taken
 * off the charges of the day on which its message was charged.
 */
const sums = {
  messages: z.int(),
  parts: z.int(),
  charged: z.string(),
  refunded: z.string(),
  cost: z.string(),
  margin: z.string(),
};

/** Traffic and revenue by New Zealand day, week or month, beside the same number of days before. */
export const readFigures = memberOperation({
  ...routes.readFigures,
  request: z.object(asked),
  response: z.object({
    start: z.string(),
    end: z.string(),
    today: z.string(),
    by: z.enum(FIGURE_STEPS),
    account: z.object({ id: z.int(), name: z.string() }).nullable(),
    /** Each with the days of it that were asked for, the oldest first. */
    periods: z.array(z.object({ start: z.string(), end: z.string(), ...sums })),
    total: z.object(sums),
    before: z.object({ start: z.string(), end: z.string(), ...sums }),
    /** The accounts that were charged most. */
    accounts: z.array(z.object({ id: z.int(), name: z.string(), ...sums })),
    /** Whether there are more accounts than are listed. */
    isMore: z.boolean(),
    ...ofCells,
  }),
});

/** The same by account, every one of them, as a file. */
export const exportFigures = memberOperation({
  ...routes.exportFigures,
  request: z.object(asked),
  response: z.never(),
});

export type FiguresRequest = z.output<typeof readFigures.request>;
export type Figures = z.output<typeof readFigures.response>;
export type FigureSums = z.output<z.ZodObject<typeof sums>>;
export type FigureStep = (typeof FIGURE_STEPS)[number];
