import { z } from "zod";
import { chosenCell, ofCells } from "@/lib/contracts/admin/of-cells";
import { label } from "@/lib/contracts/base/parameters";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The kinds of events of a network: of a link, of its login, of its rate, or of the whole network. */
export const NETWORK_EVENT_KINDS = ["bound", "lost", "refused", "throttled", "down", "up", "ids"] as const;

/** The most events in a list. */
export const MAX_LISTED_EVENTS = 100;

/** Lists the newest events of a network, or of all networks, in one cell or in all. `at` is New Zealand local. */
export const listNetworkEvents = memberOperation({
  method: "GET",
  path: "/api/admin/networks/events",
  request: z.object({ network: label(100).optional(), cell: chosenCell() }),
  response: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        cell: z.int(),
        network: z.string(),
        kind: z.enum(NETWORK_EVENT_KINDS),
        link: z.int().nullable(),
        reason: z.string().nullable(),
        at: z.string(),
      }),
    ),
    ...ofCells,
  }),
});

export type NetworkEvent = z.output<typeof listNetworkEvents.response>["events"][number];
