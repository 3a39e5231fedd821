import { z } from "zod";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The highest count of rows. Above it, `isMore` is true. */
export const MAX_COUNTED = 10_000;

/** A number of rows. `isMore` is true if the count stopped early. */
export const counted = z.object({ count: z.int(), isMore: z.boolean() });

/** Due work: its amount, and the seconds since the oldest was due; null for none. */
const backlog = counted.extend({ oldestDueS: z.number().nullable() });

const pausedEndpoint = z.object({
  accountId: z.int(),
  name: z.string(),
  kind: z.enum(["inbound", "report", "further"]),
  /** The name of a further endpoint. */
  endpointName: z.string().nullable(),
  pausedAt: z.string(),
});

/** An audit of the books. */
const books = z.object({
  endedAt: z.string(),
  /** True if a newer audit should have ended by now. */
  isOld: z.boolean(),
  disagreements: z.int(),
  /** The first findings. */
  found: z.array(
    z.object({ sentence: z.string(), accountId: z.int().nullable(), count: z.int(), example: z.string() }),
  ),
});

/** A cell beside home: its reachability, its migrations beside those of the code, and its due work. */
const cellHealth = z.object({
  cell: z.int(),
  state: z.enum(["answers", "away", "pending", "newer"]),
  /** As for the service, if the cell can be used. */
  dispatch: backlog.nullable(),
  webhooks: backlog.nullable(),
  emails: backlog.nullable(),
  held: counted.nullable(),
  books: books.nullable(),
});

/** Returns the health of the service. Counts are the home cell's (rules: cells). Times are New Zealand local. */
export const readHealth = memberOperation({
  method: "GET",
  path: "/api/admin/health",
  request: z.object({}),
  response: z.object({
    at: z.string(),
    /** Messages that are due to be submitted. */
    dispatch: backlog,
    /** Messages held for the approval of a domain. */
    held: counted,
    /** Messages that wait for the morning, and its time. No message waits by day. */
    night: z.object({ waiting: counted, until: z.string().nullable() }),
    /** Auto replies that are overdue. */
    replies: backlog,
    webhooks: z.object({
      due: backlog,
      /** Events that will be retried. */
      retrying: counted,
      /** Events kept for paused endpoints. */
      kept: counted,
      paused: z.array(pausedEndpoint),
      morePaused: z.boolean(),
    }),
    emails: z.object({ due: backlog, isConfigured: z.boolean() }),
    carrier: z.object({
      name: z.string(),
      /** The time of the last submission among the newest messages, or null. */
      lastSubmittedAt: z.string().nullable(),
      lastReportAt: z.string().nullable(),
      /** Carriers whose setup is unusable, each with the reason. */
      problems: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
    /** The last audit of the books that has ended; null before the first. */
    books: books.nullable(),
    database: z.object({
      version: z.string(),
      sizeBytes: z.number(),
      migrations: z.enum(["current", "pending", "newer"]),
      /** True if next month has no partition. The sweep should have created it two months ago. */
      lacksMonth: z.boolean(),
    }),
    /** The cells beside home. */
    cells: z.array(cellHealth),
    /**
     * True if requests come through a proxy that the settings do not count. Its clients then count as one address.
     */
    hasUnknownProxy: z.boolean(),
    /** The runner of due work. */
    jobs: z.enum(["inngest", "local"]),
  }),
});

export type Health = z.output<typeof readHealth.response>;
export type RowCount = z.output<typeof counted>;
export type Backlog = z.output<typeof backlog>;
