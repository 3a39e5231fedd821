import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { READERS, READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import { blockedNumberRecord } from "@/lib/contracts/gateway/unsubscribes";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

const which = {
  /** The beginning of a number, as people write it. */
  number: text().optional(),
  include: oneOf(["active", "all"]).default("active"),
};

/** Lists the blocked numbers as the API does (rules: unsubscribes query), the last change first. */
export const listBlockedNumbers = memberOperation({
  method: "GET",
  path: "/api/members/blocked-numbers",
  roles: READERS_AND_VIEWERS,
  request: z.object({ ...which, limit: limit(100, 25), page: page() }),
  response: z.object({ numbers: z.array(blockedNumberRecord), pagination }),
});

/** Returns all blocked numbers as a file, sorted by number. */
export const exportBlockedNumbers = memberOperation({
  method: "GET",
  path: "/api/members/blocked-numbers/export",
  roles: READERS,
  request: z.object(which),
  response: z.never(),
});

/** Blocks a number by hand. Returns the number in its international form. */
export const blockNumberOperation = memberOperation({
  method: "POST",
  path: "/api/members/blocked-numbers",
  roles: SENDERS,
  request: z.object({ number: text() }),
  response: z.object({ success: z.literal(true), number: z.string() }),
});

/** Unblocks a number. */
export const resubscribeNumber = memberOperation({
  method: "POST",
  path: "/api/members/blocked-numbers/resubscribe",
  roles: SENDERS,
  request: z.object({ number: text() }),
  response: done,
});
