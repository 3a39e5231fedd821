import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { blockedNumberRecord } from "@/lib/contracts/gateway/unsubscribes";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

/** What stands for the keyword where a number was blocked by hand (rules: blocked numbers). */
export const BLOCKED_BY_HAND = "MANUAL";

const which = {
  /** The beginning of a number, as people write it. */
  number: text().optional(),
  include: oneOf(["active", "all"]).default("active"),
};

/** The blocked numbers, as the API lists them (rules: unsubscribes query): what changed last first. */
export const listBlockedNumbers = memberOperation({
  method: "GET",
  path: "/api/members/blocked-numbers",
  request: z.object({ ...which, limit: limit(100, 25), page: page() }),
  response: z.object({ numbers: z.array(blockedNumberRecord), pagination }),
});

/** All of them as a file, by number. */
export const exportBlockedNumbers = memberOperation({
  method: "GET",
  path: "/api/members/blocked-numbers/export",
  request: z.object(which),
  response: z.never(),
});

/** Blocks a number by hand. Answers with the number as messages are addressed. */
export const blockNumberOperation = memberOperation({
  method: "POST",
  path: "/api/members/blocked-numbers",
  request: z.object({ number: text() }),
  response: z.object({ success: z.literal(true), number: z.string() }),
});

/** Lets messages go to a number again. */
export const resubscribeNumber = memberOperation({
  method: "POST",
  path: "/api/members/blocked-numbers/resubscribe",
  request: z.object({ number: text() }),
  response: done,
});
