import { z } from "zod";
import { ofCells } from "@/lib/contracts/admin/of-cells";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The most entries of each kind. */
export const MAX_UNMATCHED = 50;

/** The fields of every such report: the network, the handset if it is named, and the arrival, New Zealand local. */
const common = {
  id: z.string(),
  network: z.string(),
  number: z.string().nullable(),
  receivedAt: z.string(),
  /** The cell that received it. */
  cell: z.int(),
};

/** `raw`: the text as it arrived, without possible secrets. */
const unreadable = z.object({ ...common, raw: z.string() });

/** Lists the newest unreadable reports and incoming messages, and the newest reports of unknown messages. */
export const listUnmatchedReports = memberOperation({
  method: "GET",
  path: "/api/admin/networks/reports",
  request: z.object({}),
  response: z.object({
    /** Reports. */
    unreadable: z.array(unreadable),
    /** Incoming messages. */
    inbound: z.array(unreadable),
    /** Unknown status words, each with its number of stored reports and the newest report. */
    unknownWords: z.array(
      z.object({ network: z.string(), word: z.string(), count: z.int(), receivedAt: z.string() }),
    ),
    unknown: z.array(
      z.object({ ...common, reference: z.string(), code: z.int(), error: z.string().nullable() }),
    ),
    ...ofCells,
  }),
});

export type UnmatchedReports = z.output<typeof listUnmatchedReports.response>;
