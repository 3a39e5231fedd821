import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { blockedNumberRecord } from "@/lib/contracts/gateway/unsubscribes";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/messaging-routes";

const which = {
  /** The beginning of a number, as people write it. */
  number: text().optional(),
  include: oneOf(["active", "all"]).default("active"),
};

/** The blocked numbers, as the API lists them (rules: unsubscribes query): what changed last first. */
export const listBlockedNumbers = memberOperation({
  ...routes.listBlockedNumbers,
  request: z.object({ ...which, limit: limit(100, 25), page: page() }),
  response: z.object({ numbers: z.array(blockedNumberRecord), pagination }),
});

/** All of them as a file, by number. */
export const exportBlockedNumbers = memberOperation({
  ...routes.exportBlockedNumbers,
  request: z.object(which),
  response: z.never(),
});

/** Blocks a number by hand. Answers with the number as messages are addressed. */
export const blockNumberOperation = memberOperation({
  ...routes.blockNumberOperation,
  request: z.object({ number: text() }),
  response: z.object({ success: z.literal(true), number: z.string() }),
});

/** Lets messages go to a number again. */
export const resubscribeNumber = memberOperation({
  ...routes.resubscribeNumber,
  request: z.object({ number: text() }),
  response: done,
});
