import { z } from "zod";
import { integer } from "@/lib/contracts/base/parameters";
import { EVERYONE, EVERYONE_AND_VIEWERS } from "@/lib/contracts/base/roles";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

/** A session of a person. Times are New Zealand local. */
export const sessionRecord = z.object({
  id: z.string(),
  address: z.string(),
  /** The browser, such as "Firefox on Windows"; empty if unknown. */
  browser: z.string(),
  /** The name of the session's account. */
  account: z.string(),
  began: z.string(),
  lastSeen: z.string(),
  isThis: z.boolean(),
});

/** Lists the person's sessions in all accounts, the last used first. */
export const listSessions = memberOperation({
  method: "GET",
  path: "/api/members/sessions",
  roles: EVERYONE,
  request: z.object({}),
  response: z.object({ sessions: z.array(sessionRecord) }),
});

export const endSessionOperation = memberOperation({
  method: "POST",
  path: "/api/members/sessions/end",
  roles: EVERYONE,
  request: z.object({ id: z.uuid("must be an id") }),
  response: done,
});

/** Ends all sessions except the caller's. */
export const endOtherSessions = memberOperation({
  method: "POST",
  path: "/api/members/sessions/end-others",
  roles: EVERYONE,
  request: z.object({}),
  response: done,
});

/** Switches to another account of the person. */
export const switchAccountOperation = memberOperation({
  method: "POST",
  path: "/api/members/sessions/switch",
  roles: EVERYONE,
  request: z.object({ accountId: integer(1, 2_147_483_647) }),
  response: done,
});

/** Ends an administrator's view of an account. It has no effect on other sessions. */
export const endViewOperation = memberOperation({
  method: "POST",
  path: "/api/members/view/end",
  roles: EVERYONE_AND_VIEWERS,
  request: z.object({}),
  response: done,
});

export type SessionRecord = z.output<typeof sessionRecord>;
