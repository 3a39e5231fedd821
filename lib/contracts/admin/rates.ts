import { z } from "zod";
import { price } from "@/lib/contracts/admin/dollars";
import { flag, text } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/admin-routes";

/** A price per part, in dollars excluding GST. `places`: the countries that a calling code is of, the main one first. */
export const rateRecord = z.object({
  callingCode: z.string(),
  places: z.array(z.string()),
  price: z.string(),
  templatePrice: z.string().nullable(),
  isStandard: z.boolean(),
});

/** The whole table: there are some two hundred calling codes. */
export const listRates = memberOperation({
  ...routes.listRates,
  request: z.object({}),
  response: z.object({ rates: z.array(rateRecord) }),
});

const callingCode = () =>
  text()
    .trim()
    .transform((given) => given.replace(/^\+/, ""))
    .refine((given) => /^([1-9]\d{0,2}|\*)$/.test(given), "must be a country calling code, such as 61");

const prices = {
  callingCode: callingCode(),
  price: price(),
  /** Where it is lower, what a part of a one-time code or reminder costs. */
  templatePrice: price().optional(),
  /** Whether an account's own rate takes the place of this price. */
  isStandard: flag(),
};

export const addRate = memberOperation({
  ...routes.addRate,
  request: z.object(prices),
  response: done,
});

/** Puts new prices in place of a destination's. */
export const changeRate = memberOperation({
  ...routes.changeRate,
  request: z.object(prices),
  response: done,
});

/** From then on the destination costs what the default row says. */
export const removeRate = memberOperation({
  ...routes.removeRate,
  request: z.object({ callingCode: callingCode() }),
  response: done,
});

export type RateRecord = z.output<typeof rateRecord>;
