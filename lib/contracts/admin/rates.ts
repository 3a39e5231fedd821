import { z } from "zod";
import { price } from "@/lib/contracts/admin/dollars";
import { flag, text } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

/** A price per part, in dollars excluding GST. `places` are the countries of a calling code, the main one first. */
export const rateRecord = z.object({
  callingCode: z.string(),
  places: z.array(z.string()),
  price: z.string(),
  templatePrice: z.string().nullable(),
  isStandard: z.boolean(),
});

/** Lists the whole table: there are some two hundred calling codes. */
export const listRates = memberOperation({
  method: "GET",
  path: "/api/admin/rates",
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
  /** The lower price of a part of a one-time code or reminder. */
  templatePrice: price().optional(),
  /** True if an account's own rate replaces this price. */
  isStandard: flag(),
};

export const addRate = memberOperation({
  method: "POST",
  path: "/api/admin/rates",
  request: z.object(prices),
  response: done,
});

/** Replaces a destination's prices. */
export const changeRate = memberOperation({
  method: "POST",
  path: "/api/admin/rates/change",
  request: z.object(prices),
  response: done,
});

/** Removes a destination's row. The default row then applies. */
export const removeRate = memberOperation({
  method: "POST",
  path: "/api/admin/rates/remove",
  request: z.object({ callingCode: callingCode() }),
  response: done,
});

export type RateRecord = z.output<typeof rateRecord>;
