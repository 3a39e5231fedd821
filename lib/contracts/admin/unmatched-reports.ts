import { z } from "zod";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The most reports of each kind that are listed. */
export const MAX_UNMATCHED = 50;

/** What every such report has: the network, the handset where that is named, and when it came, New Zealand local. */
const common = { id: z.string(), network: z.string(), number: z.string().nullable(), receivedAt: z.string() };

/** Networks' reports that nobody could read, and those whose message is not known: the newest of each. */
export const listUnmatchedReports = memberOperation({
  method: "GET",
  path: "/api/admin/networks/reports",
  request: z.object({}),
  response: z.object({
    /** `raw`: as it came, without what may be a secret. */
    unreadable: z.array(z.object({ ...common, raw: z.string() })),
    unknown: z.array(
      z.object({ ...common, reference: z.string(), code: z.int(), error: z.string().nullable() }),
    ),
  }),
});

export type UnmatchedReports = z.output<typeof listUnmatchedReports.response>;
