import { z } from "zod";
import { chosenCell, ofCells } from "@/lib/contracts/admin/of-cells";
import { pagination } from "@/lib/contracts/base/pagination";
import { limit, page } from "@/lib/contracts/base/parameters";
import { memberOperation } from "@/lib/contracts/members/operation";

/** A message from a mobile user that belongs to no account. Times are New Zealand local. */
export const unroutedRecord = z.object({
  id: z.string(),
  receivedAt: z.string(),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  network: z.string().nullable(),
  carrier: z.string(),
  /**
   * The reason that no account owns it: an unknown sender number, or no earlier message to this person from the
   * sender.
   */
  why: z.enum(["unknown_shortcode", "no_conversation"]),
  /** The cell that received it. */
  cell: z.int(),
});

export const listUnrouted = memberOperation({
  method: "GET",
  path: "/api/admin/inbound",
  request: z.object({ limit: limit(100, 25), page: page(), cell: chosenCell() }),
  response: z.object({ messages: z.array(unroutedRecord), pagination, ...ofCells }),
});

export type UnroutedRecord = z.output<typeof unroutedRecord>;
