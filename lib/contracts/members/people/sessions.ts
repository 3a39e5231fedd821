import { z } from "zod";
import { integer } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/people-routes";

/** One of a person's sessions; times are New Zealand local. */
export const sessionRecord = z.object({
  id: z.string(),
  address: z.string(),
  /** Such as "Firefox on Windows"; empty where it is not known. */
  browser: z.string(),
  /** The name of the account that it is in. */
  account: z.string(),
  began: z.string(),
  lastSeen: z.string(),
  isThis: z.boolean(),
});

/** The person's sessions in all their accounts, the last used first. */
export const listSessions = memberOperation({
  ...routes.listSessions,
  request: z.object({}),
  response: z.object({ sessions: z.array(sessionRecord) }),
});

export const endSessionOperation = memberOperation({
  ...routes.endSessionOperation,
  request: z.object({ id: z.uuid("must be an id") }),
  response: done,
});

/** All but the one that asks. */
export const endOtherSessions = memberOperation({
  ...routes.endOtherSessions,
  request: z.object({}),
  response: done,
});

/** Goes on in another account of the person. */
export const switchAccountOperation = memberOperation({
  ...routes.switchAccountOperation,
  request: z.object({ accountId: integer(1, 2_147_483_647) }),
  response: done,
});

/** Ends the view of an account by its administrator. For anybody else nothing happens. */
export const endViewOperation = memberOperation({
  ...routes.endViewOperation,
  request: z.object({}),
  response: done,
});

export type SessionRecord = z.output<typeof sessionRecord>;
