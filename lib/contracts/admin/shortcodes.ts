import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { flag, integer, limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

const id = () => integer(1, 2_147_483_647);

const ownerEmail = () => text().trim().max(254, "must be at most 254 characters long");

/** A sender and its owner. An owner of null means that every account may use it. */
export const shortcodeRecord = z.object({
  id: z.int(),
  number: z.string(),
  active: z.boolean(),
  isTemplateSender: z.boolean(),
  owner: z.object({ accountId: z.int(), email: z.string(), name: z.string() }).nullable(),
});

/** The orders of a list of senders: by digits, ascending or descending. The default is the order of addition. */
export const SHORTCODE_ORDERS = ["number", "-number"] as const;

export const listShortcodes = memberOperation({
  method: "GET",
  path: "/api/admin/shortcodes",
  request: z.object({ order: oneOf(SHORTCODE_ORDERS).optional(), limit: limit(100, 50), page: page() }),
  response: z.object({ shortcodes: z.array(shortcodeRecord), pagination }),
});

/** Adds a sender. With `owner`, the email address of an account, only that account may use it. */
export const addShortcode = memberOperation({
  method: "POST",
  path: "/api/admin/shortcodes",
  request: z.object({
    number: text()
      .trim()
      .regex(/^\d{3,15}$/, "must be 3 to 15 digits"),
    owner: ownerEmail().optional(),
  }),
  response: z.object({ shortcode: shortcodeRecord }),
});

/** Takes a sender out of use, or puts it back. */
export const setShortcodeActive = memberOperation({
  method: "POST",
  path: "/api/admin/shortcodes/activate",
  request: z.object({ id: id(), active: flag().removeDefault() }),
  response: done,
});

/** Assigns a sender to an account, or without `owner` to every account. */
export const setShortcodeOwner = memberOperation({
  method: "POST",
  path: "/api/admin/shortcodes/owner",
  request: z.object({ id: id(), owner: ownerEmail().optional() }),
  response: done,
});

/** Chooses the default sender of one-time codes and reminders. */
export const setTemplateSender = memberOperation({
  method: "POST",
  path: "/api/admin/shortcodes/template-sender",
  request: z.object({ id: id() }),
  response: done,
});

export type ShortcodeOrder = (typeof SHORTCODE_ORDERS)[number];
export type ShortcodeRecord = z.output<typeof shortcodeRecord>;
