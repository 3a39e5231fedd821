import { z } from "zod";
import { label } from "@/lib/contracts/base/parameters";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/admin-routes";

/** What may happen to a network: to a link of it, to its login, to its rate, or to it as a whole. */
export const NETWORK_EVENT_KINDS = ["bound", "lost", "refused", "throttled", "down", "up"] as const;

/** The most that are listed. */
export const MAX_LISTED_EVENTS = 100;

/** The newest of what happened to a network, or to all of them. `at` is New Zealand local. */
export const listNetworkEvents = memberOperation({
  ...routes.listNetworkEvents,
  request: z.object({ network: label(100).optional() }),
  response: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        network: z.string(),
        kind: z.enum(NETWORK_EVENT_KINDS),
        link: z.int().nullable(),
        reason: z.string().nullable(),
        at: z.string(),
      }),
    ),
  }),
});

export type NetworkEvent = z.output<typeof listNetworkEvents.response>["events"][number];
