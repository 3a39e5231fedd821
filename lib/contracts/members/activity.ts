import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/base/nz-date-time";
import { pagination } from "@/lib/contracts/base/pagination";
import { limit, page } from "@/lib/contracts/base/parameters";
import { OWNERS } from "@/lib/contracts/base/roles";
import { memberOperation } from "@/lib/contracts/members/operation";

/** An action in an account. `at` is New Zealand local. */
export const activityRecord = z.object({
  id: z.string(),
  at: z.string(),
  /** The email address of the person. An administrator is not named. */
  actor: z.string(),
  action: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  address: z.string(),
});

/** Lists the activity in the account, newest first, optionally between two dates. */
export const listActivity = memberOperation({
  method: "GET",
  path: "/api/members/activity",
  roles: OWNERS,
  request: z.object({
    start: nzDateTime("start").optional(),
    end: nzDateTime("end").optional(),
    limit: limit(100, 20),
    page: page(),
  }),
  response: z.object({ activities: z.array(activityRecord), pagination }),
});

export type ListActivityRequest = z.output<typeof listActivity.request>;
export type ActivityRecord = z.output<typeof activityRecord>;
