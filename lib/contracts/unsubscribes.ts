import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/nz-date-time";
import { pagination } from "@/lib/contracts/pagination";
import { limit, oneOf, page } from "@/lib/contracts/parameters";

/** Blocked numbers query (spec 4.12). */
export const unsubscribesRequest = z.object({
  since: nzDateTime("start").optional(),
  include: oneOf(["active", "all"]).default("active"),
  limit: limit(200, 100),
  page: page(),
});

/** Blocked number record (spec 2); times are New Zealand local. */
export const blockedNumberRecord = z.object({
  number: z.string(),
  keyword: z.string(),
  blockedAt: z.string(),
  active: z.boolean(),
  shortcode: z.string().optional(),
  resubscribedAt: z.string().optional(),
});

export const unsubscribesResponse = z.object({
  status: z.literal("success"),
  numbers: z.array(blockedNumberRecord),
  pagination,
});

export type UnsubscribesRequest = z.output<typeof unsubscribesRequest>;
export type BlockedNumberRecord = z.output<typeof blockedNumberRecord>;
export type UnsubscribesResponse = z.output<typeof unsubscribesResponse>;
