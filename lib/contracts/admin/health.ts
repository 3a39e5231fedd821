import { z } from "zod";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/admin-routes";

/** Rows are counted up to here: what is more is told as more. */
export const MAX_COUNTED = 10_000;

/** How many rows there are, and whether counting ended before they did. */
export const counted = z.object({ count: z.int(), isMore: z.boolean() });

/** What waits to be done now: how much, and since when the oldest is due, in seconds; null for nothing. */
const backlog = counted.extend({ oldestDueS: z.number().nullable() });

const pausedEndpoint = z.object({
  accountId: z.int(),
  name: z.string(),
  kind: z.enum(["inbound", "report", "further"]),
  /** Of a further endpoint. */
  endpointName: z.string().nullable(),
  pausedAt: z.string(),
});

/** An audit of the books. */
const books = z.object({
  endedAt: z.string(),
  /** Whether a newer one should have ended by now. */
  isOld: z.boolean(),
  disagreements: z.int(),
  /** The first of them. */
  found: z.array(
    z.object({ sentence: z.string(), accountId: z.int().nullable(), count: z.int(), example: z.string() }),
  ),
});

/** A cell beside home: whether it answers, its migrations beside those of the code, and what waits in it. */
const cellHealth = z.object({
  cell: z.int(),
  state: z.enum(["answers", "away", "pending", "newer"]),
  /** As of the service, of one that can be used. */
  dispatch: backlog.nullable(),
  webhooks: backlog.nullable(),
  emails: backlog.nullable(),
  held: counted.nullable(),
  books: books.nullable(),
});

/** How the service is doing; what is counted is the home cell's (rules: cells). Times are New Zealand local. */
export const readHealth = memberOperation({
  ...routes.readHealth,
  request: z.object({}),
  response: z.object({
    at: z.string(),
    /** Messages that should be on their way. */
    dispatch: backlog,
    /** Messages held for the approval of a domain. */
    held: counted,
    /** Messages that wait for the morning, and when it is; by day nothing waits. */
    night: z.object({ waiting: counted, until: z.string().nullable() }),
    /** Auto replies that should have been sent. */
    replies: backlog,
    webhooks: z.object({
      due: backlog,
      /** Events that will be tried again later. */
      retrying: counted,
      /** Events kept for endpoints that are paused. */
      kept: counted,
      paused: z.array(pausedEndpoint),
      morePaused: z.boolean(),
    }),
    emails: z.object({ due: backlog, isConfigured: z.boolean() }),
    carrier: z.object({
      name: z.string(),
      /** Of the newest messages, when one last went to it; null where none did. */
      lastSubmittedAt: z.string().nullable(),
      lastReportAt: z.string().nullable(),
      /** Carriers that cannot be used as they are set up, and why. */
      problems: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
    /** The last audit of the books that has ended; null before the first. */
    books: books.nullable(),
    database: z.object({
      version: z.string(),
      sizeBytes: z.number(),
      migrations: z.enum(["current", "pending", "newer"]),
      /** Next month has no partition of its own yet, which the sweep should have made two months ago. */
      lacksMonth: z.boolean(),
    }),
    /** The cells beside home. */
    cells: z.array(cellHealth),
    /** Requests come through a proxy that the settings do not count, so that its clients count as one address. */
    hasUnknownProxy: z.boolean(),
    /** Who wakes what waits. */
    jobs: z.enum(["inngest", "local"]),
  }),
});

export type Health = z.output<typeof readHealth.response>;
export type Counted = z.output<typeof counted>;
export type Backlog = z.output<typeof backlog>;
