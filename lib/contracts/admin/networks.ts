import { z } from "zod";
import { counted } from "@/lib/contracts/admin/health";
import { ofCells } from "@/lib/contracts/admin/of-cells";
import { jsonObject } from "@/lib/contracts/base/json-text";
import { flag, label, text } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The longest settings, in UTF-16 units. A certificate and its key take a few thousand. */
const MAX_SETTINGS_LENGTH = 64_000;

const name = () =>
  text().regex(/^[a-z0-9][a-z0-9-]{0,29}$/, "must be small letters, digits and hyphens, at most 30");

const settings = () => jsonObject(MAX_SETTINGS_LENGTH);

/** Submissions a second, and the requests in flight of the window's size. */
const load = z.object({ perSecond: z.number(), inUse: z.number(), window: z.number() });

/** The states of a link in the process that holds it. docs/states.md draws them. */
export const LINK_STATES = ["bound", "connecting", "waiting", "stopped"] as const;

const link = z.object({
  number: z.int(),
  /** `unheld`: no server reports its state. */
  state: z.enum([...LINK_STATES, "unheld"]),
  boundAt: z.string().nullable(),
  lastError: z.string().nullable(),
  /** The link's load; null if it cannot submit. */
  load: load.nullable(),
});

/** An upper bound of a time. With `isMore` it is a lower bound. */
const within = z.object({ ms: z.number(), isMore: z.boolean() });

/** The times within which half and 95 of 100 were; null without data. */
const latency = z.object({ median: within, most: within }).nullable();

/**
 * The messages handed to a network in a period, the accepted ones among them, and the delivered ones so far. A
 * message that was handed over twice counts twice.
 */
const figures = z.object({
  submitted: z.number(),
  accepted: z.number(),
  delivered: z.number(),
  /** From handing over to the response. */
  answers: latency,
  /** From handing over to the last report. */
  reports: latency,
});

/** A network's current state. `kind` is null for the simulator, which has no settings and no links. */
export const networkRecord = z.object({
  name: z.string(),
  kind: z.string().nullable(),
  state: z.enum(["up", "connecting", "down", "draining", "disabled", "unusable"]),
  /** The start of its outage. */
  since: z.string().nullable(),
  cause: z.string().nullable(),
  enabled: z.boolean(),
  isDraining: z.boolean(),
  /**
   * Its state in the networks document, which sets its settings at each start; null for a network created by hand.
   */
  declared: z.enum(["stated", "withdrawn"]).nullable(),
  /** JSON without secrets. */
  settings: z.string().nullable(),
  links: z.array(link),
  /**
   * The network's load as a whole, the rate of its settings, and the allowed rate now: lower after a throttling
   * response, 0 in a pause. `processes` is the number of processes that share it, each with its own rate and window.
   * Null if nothing is sent.
   */
  load: load.extend({ tps: z.number(), allowed: z.number(), processes: z.number() }).nullable(),
  /** The formats of ids with which its receipts would match, if the settings have others. */
  idAdvice: z.object({ responseIds: z.string(), receiptIds: z.string() }).nullable(),
  /** The missing parts without which it gets no messages. */
  lacks: z.array(z.enum(["senders", "route"])),
  /** Senders that are not marked as zero-rated and could send marketing: the first few, and their number. */
  unrated: z.object({ senders: z.array(z.string()), count: z.number() }),
  /** Messages that wait for it, or that it has not answered. */
  waiting: counted,
  /** Those that it has accepted in part, or perhaps. It gets these even if it is drained. */
  begun: counted,
  lastHour: figures,
  lastDay: figures,
});

/** A network in one cell, with the cell's part of its links and of its rate (rules: cells and networks). */
export const networkInCell = networkRecord
  .pick({ state: true, since: true, cause: true, links: true, load: true })
  .extend(networkRecord.pick({ waiting: true, begun: true, lastHour: true, lastDay: true }).shape)
  .extend({ cell: z.int() });

/** Lists the networks, and the kinds that can be added with the names of their secrets. */
export const listNetworks = memberOperation({
  method: "GET",
  path: "/api/admin/networks",
  request: z.object({}),
  response: z.object({
    at: z.string(),
    /** The networks in home's state, and in each cell's state if there are several cells. */
    networks: z.array(networkRecord.extend({ inCells: z.array(networkInCell) })),
    ...ofCells,
    kinds: z.array(z.object({ name: z.string(), secrets: z.array(z.string()) })),
    /** The refusal of the newest networks document, with its time; null without one. */
    refusal: z.object({ at: z.string(), problem: z.string() }).nullable(),
    /** The defects of the current routes: the first few sentences, and their number. */
    routes: z.object({ problems: z.array(z.string()), count: z.number() }),
  }),
});

/**
 * Connects a network. Secrets are among the settings, or in `secrets`. `addresses` lists the addresses to set up at
 * the network. It may contain a secret that no later response shows.
 */
export const addNetwork = memberOperation({
  method: "POST",
  path: "/api/admin/networks",
  request: z.object({ name: name(), kind: label(30), settings: settings(), secrets: settings().optional() }),
  response: z.object({ success: z.literal(true), addresses: z.record(z.string(), z.string()) }),
});

/** Replaces a network's settings. An omitted secret stays. */
export const changeNetwork = memberOperation({
  method: "POST",
  path: "/api/admin/networks/change",
  request: z.object({ name: name(), settings: settings(), secrets: settings().optional() }),
  response: done,
});

/** Drains a network, so that it gets no further messages, or ends that. */
export const drainNetwork = memberOperation({
  method: "POST",
  path: "/api/admin/networks/drain",
  request: z.object({ name: name(), isDraining: flag().removeDefault() }),
  response: done,
});

/** Switches a network off with all of its links, or on. */
export const enableNetwork = memberOperation({
  method: "POST",
  path: "/api/admin/networks/enable",
  request: z.object({ name: name(), enabled: flag().removeDefault() }),
  response: done,
});

/** Removes a network that no message waits for and no route leads to. */
export const removeNetwork = memberOperation({
  method: "POST",
  path: "/api/admin/networks/remove",
  request: z.object({ name: name() }),
  response: done,
});

/** Sends one message to a phone by separate connections. The response has the outcome within 50 seconds. */
export const tryNetwork = memberOperation({
  method: "POST",
  path: "/api/admin/networks/try",
  request: z.object({ name: name(), to: label(40), sender: label(20) }),
  response: z.object({ isTaken: z.boolean(), result: z.string() }),
});

export type NetworkRecord = z.output<typeof networkRecord>;
export type NetworkInCell = z.output<typeof networkInCell>;
export type Figures = z.output<typeof figures>;
export type LinkRecord = z.output<typeof link>;
export type NetworkLoad = NonNullable<NetworkRecord["load"]>;
export type NetworkList = z.output<typeof listNetworks.response>;
