import { z } from "zod";
import { counted } from "@/lib/contracts/admin/health";
import { ofCells } from "@/lib/contracts/admin/of-cells";
import { jsonObject } from "@/lib/contracts/base/json-text";
import { flag, label, text } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/admin-routes";

/** The longest settings, in UTF-16 units: a certificate and its key are a few thousand. */
const MAX_SETTINGS_LENGTH = 64_000;

const name = () =>
  text().regex(/^[a-z0-9][a-z0-9-]{0,29}$/, "must be small letters, digits and hyphens, at most 30");

const settings = () => jsonObject(MAX_SETTINGS_LENGTH);

/** What is submitted a second, and how many requests of how many wait for an answer. */
const load = z.object({ perSecond: z.number(), inUse: z.number(), window: z.number() });

/** The states of a link in the process that holds it, drawn in docs/states.md. */
export const LINK_STATES = ["bound", "connecting", "waiting", "stopped"] as const;

const link = z.object({
  number: z.int(),
  /** `unheld`: no server reports its state. */
  state: z.enum([...LINK_STATES, "unheld"]),
  boundAt: z.string().nullable(),
  lastError: z.string().nullable(),
  /** How busy it is; null where nothing can be submitted by it. */
  load: load.nullable(),
});

/** A time that a share was within; with `isMore` one that it took longer than. */
const within = z.object({ ms: z.number(), isMore: z.boolean() });

/** Within which time half of them were, and 95 of 100; null where there were none. */
const latency = z.object({ median: within, most: within }).nullable();

/**
 * What it was given in a time, what it took of it, and what was delivered of it so far. A message that was given twice
 * counts twice. All is of what was handed over in that time.
 */
const figures = z.object({
  submitted: z.number(),
  accepted: z.number(),
  delivered: z.number(),
  /** From handing over to its answer. */
  answers: latency,
  /** From handing over to the last report. */
  reports: latency,
});

/** A network as it is now. `kind` is null for the simulator, which has no settings and no links. */
export const networkRecord = z.object({
  name: z.string(),
  kind: z.string().nullable(),
  state: z.enum(["up", "connecting", "down", "draining", "disabled", "unusable"]),
  /** Since when it is down. */
  since: z.string().nullable(),
  cause: z.string().nullable(),
  enabled: z.boolean(),
  isDraining: z.boolean(),
  /** Whether the networks document states it, which sets its settings at each start; null: made by hand. */
  declared: z.enum(["stated", "withdrawn"]).nullable(),
  /** Without secrets, as JSON. */
  settings: z.string().nullable(),
  links: z.array(link),
  /**
   * How busy it is as a whole, what it may be sent a second by its settings, and at present: less where it said that it is too
   * much, 0 in a pause. `processes`: how many share in it, each with a rate and a window of its own. Null: nothing is sent.
   */
  load: load.extend({ tps: z.number(), allowed: z.number(), processes: z.number() }).nullable(),
  /** The formats of ids by which its receipts would match, where the settings have others. */
  idAdvice: z.object({ responseIds: z.string(), receiptIds: z.string() }).nullable(),
  /** What it has none of, so that it gets no messages. */
  lacks: z.array(z.enum(["senders", "route"])),
  /** Senders that are not marked as zero-rated, from which marketing could go out by it: the first few, and how many. */
  unrated: z.object({ senders: z.array(z.string()), count: z.number() }),
  /** Messages that wait for it or are with it, without its answer. */
  waiting: counted,
  /** Those of them that it has in part, or perhaps has: it gets these also while it is drained. */
  begun: counted,
  lastHour: figures,
  lastDay: figures,
});

/** A network as it is in one cell, with the cell's part of its links and of its rate (rules: cells and networks). */
export const networkInCell = networkRecord
  .pick({ state: true, since: true, cause: true, links: true, load: true })
  .extend(networkRecord.pick({ waiting: true, begun: true, lastHour: true, lastDay: true }).shape)
  .extend({ cell: z.int() });

/** The networks as they are now, and the kinds that can be added with the names of their secrets. */
export const listNetworks = memberOperation({
  ...routes.listNetworks,
  request: z.object({}),
  response: z.object({
    at: z.string(),
    /** As home has them, whose they are; and as each cell has them where there are several. */
    networks: z.array(networkRecord.extend({ inCells: z.array(networkInCell) })),
    ...ofCells,
    kinds: z.array(z.object({ name: z.string(), secrets: z.array(z.string()) })),
    /** Why the newest networks document was refused, and when; null where it was not. */
    refusal: z.object({ at: z.string(), problem: z.string() }).nullable(),
    /** What is wrong with the routes as they are: the first few sentences, and how many there are. */
    routes: z.object({ problems: z.array(z.string()), count: z.number() }),
  }),
});

/**
 * Connects a network. Secrets stand among the settings, or apart in `secrets`. `addresses` is what is to be set up at the
 * network; a secret of ours may be in it, and it is not told again.
 */
export const addNetwork = memberOperation({
  ...routes.addNetwork,
  request: z.object({ name: name(), kind: label(30), settings: settings(), secrets: settings().optional() }),
  response: z.object({ success: z.literal(true), addresses: z.record(z.string(), z.string()) }),
});

/** Puts other settings in place of a network's. A secret that is not given stays. */
export const changeNetwork = memberOperation({
  ...routes.changeNetwork,
  request: z.object({ name: name(), settings: settings(), secrets: settings().optional() }),
  response: done,
});

/** Has a network take no more messages, or take them again. */
export const drainNetwork = memberOperation({
  ...routes.drainNetwork,
  request: z.object({ name: name(), isDraining: flag().removeDefault() }),
  response: done,
});

/** Switches a network off with all of its links, or on. */
export const enableNetwork = memberOperation({
  ...routes.enableNetwork,
  request: z.object({ name: name(), enabled: flag().removeDefault() }),
  response: done,
});

/** Forgets a network that nothing waits for and no route leads to. */
export const removeNetwork = memberOperation({
  ...routes.removeNetwork,
  request: z.object({ name: name() }),
  response: done,
});

/** Sends one message to a phone by connections of its own. The answer has within 50 seconds what came of it. */
export const tryNetwork = memberOperation({
  ...routes.tryNetwork,
  request: z.object({ name: name(), to: label(40), sender: label(20) }),
  response: z.object({ isTaken: z.boolean(), result: z.string() }),
});

export type NetworkRecord = z.output<typeof networkRecord>;
export type NetworkInCell = z.output<typeof networkInCell>;
export type Figures = z.output<typeof figures>;
export type LinkRecord = z.output<typeof link>;
export type NetworkLoad = NonNullable<NetworkRecord["load"]>;
export type NetworkList = z.output<typeof listNetworks.response>;
