import { z } from "zod";
import { ofCells } from "@/lib/contracts/admin/of-cells";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/admin-routes";

/** The most that are listed of each kind. */
export const MAX_UNMATCHED = 50;

/** What every such report has: the network, the handset where that is named, and when it came, New Zealand local. */
const common = {
  id: z.string(),
  network: z.string(),
  number: z.string().nullable(),
  receivedAt: z.string(),
  /** The cell that it came in by. */
  cell: z.int(),
};

/** `raw`: as it came, without what may be a secret. */
const unreadable = z.object({ ...common, raw: z.string() });

/** Networks' reports and messages in that nobody could read, and reports whose message is not known: the newest of each. */
export const listUnmatchedReports = memberOperation({
  ...routes.listUnmatchedReports,
  request: z.object({}),
  response: z.object({
    /** Reports. */
    unreadable: z.array(unreadable),
    /** Messages in. */
    inbound: z.array(unreadable),
    /** Unknown status words, each with the number of stored reports that have it, and the newest of these reports. */
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
