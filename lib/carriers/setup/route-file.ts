import { z } from "zod";
import { type BlockedRange, rangeProblems, rangeTable } from "@/lib/carriers/routing/blocked-ranges";
import { errorRuleList } from "@/lib/carriers/setup/error-rule-list";
import { hiddenBehind, impossibilityOf, type RouteFacts } from "@/lib/carriers/setup/route-reach";
import { senderColumns, type WrittenSender, writtenSender } from "@/lib/carriers/setup/written-sender";
import { MAX_ACCOUNT_ID } from "@/lib/cell-numbers";
import { parseDollars, toDecimal } from "@/lib/money";
import { rangeBeginning } from "@/lib/sms/numbers/number-range";
import { NZ_ZONE } from "@/lib/sms/nz-time";
import { foldedWords } from "@/lib/sms/text/folded-words";
import { readWeekHours, writeWeekHours } from "@/lib/sms/week-hours";
import { zoneNamed } from "@/lib/sms/zone-clock";

const MAX_ROUTES = 1_000;
const MAX_TARGETS = 20;
const MAX_SENDERS = 1_000;
export const MAX_BLOCKED = 1_000;
const MAX_SMALLINT = 32_767;

const sender = z.string().min(1).max(20);

const cost = z.string().regex(/^\d{1,6}(\.\d{1,6})?$/, "must be dollars, such as 0.025");

const target = z.strictObject({
  carrier: z.string(),
  tier: z.int().min(0).max(MAX_SMALLINT).default(0),
  weight: z.int().min(1).max(MAX_SMALLINT).default(1),
  cost: cost.optional(),
});

/** The first digits of numbers, in any notation. */
const prefix = z.string().transform((written, context) => {
  const digits = rangeBeginning(written);
  if (digits !== null) return digits;
  context.addIssue({ code: "custom", message: "must be digits that a number begins with, such as 64" });
  return z.NEVER;
});

/** Opening hours, converted to the one stored form. */
const hours = z.string().transform((written, context) => {
  const read = readWeekHours(written);
  if (read !== null) return writeWeekHours(read);
  const message = "must be hours such as Mo-Fr 09:00-17:00, or several of them with a semicolon between";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const zone = z.string().transform((written, context) => {
  const name = zoneNamed(written);
  if (name !== null) return name;
  context.addIssue({ code: "custom", message: "must be a time zone such as Pacific/Auckland" });
  return z.NEVER;
});

const MAX_WORDS = 50;
const MAX_WORD_LENGTH = 60;

const word = z
  .string()
  .max(MAX_WORD_LENGTH)
  .refine((written) => foldedWords(written).trim() !== "", "must have letters or digits");

const fields = z.strictObject({
  account: z.int().positive().max(MAX_ACCOUNT_ID).optional(),
  sender: sender.optional(),
  prefix: prefix.optional(),
  network: z.string().min(1).max(20).optional(),
  sendType: z.enum(["sms", "otp", "appointment"]).optional(),
  messageClass: z.enum(["transactional", "marketing"]).optional(),
  hours: hours.optional(),
  zone: zone.optional(),
  words: z.array(word).min(1, "must have a word").max(MAX_WORDS).optional(),
  begins: word.optional(),
  byCost: z.boolean().default(false),
  targets: z.array(target).min(1, "must name a carrier").max(MAX_TARGETS),
});

const route = fields.transform((given, context) => {
  if (given.hours !== undefined) return { ...given, zone: given.zone ?? NZ_ZONE };
  if (given.zone !== undefined) context.addIssue({ code: "custom", path: ["zone"], message: "needs hours" });
  return given;
});

/** The senders that a carrier accepts messages from. */
export const senderList = z.array(writtenSender).max(MAX_SENDERS);

/** Routes in order of precedence. */
export const routeList = z.array(route).max(MAX_ROUTES);

/**
 * A range of numbers that no message is accepted for, or an exception within one, in the form that operators
 * write.
 */
const blocked = z.union(
  [prefix, z.strictObject({ except: prefix })],
  "must be digits that a number begins with, such as 882, or an object with such digits in except",
);

export type WrittenRange = z.infer<typeof blocked>;

/** The ranges of numbers that no message is accepted for, and their exceptions. */
export const blockedList = z.array(blocked).max(MAX_BLOCKED);

/** Returns a written range in its stored form. */
export function asRange(written: WrittenRange): BlockedRange {
  return typeof written === "string"
    ? { prefix: written, isException: false }
    : { prefix: written.except, isException: true };
}

/** Returns a stored range in its written form. */
export function asWrittenRange({ prefix, isException }: BlockedRange): WrittenRange {
  return isException ? { except: prefix } : prefix;
}

/**
 * The routes of an installation, its blocked numbers, its rules for networks' errors, and the senders of
 * carriers, in the form that operators write. The first route that matches is used. A cost is in dollars per
 * part. If `errors` is omitted, the existing rules are kept.
 */
export const routeFile = z.strictObject({
  senders: z.record(z.string(), senderList).default({}),
  routes: routeList,
  blocked: blockedList.default([]),
  errors: errorRuleList.optional(),
});

export type RouteFile = z.infer<typeof routeFile>;
export type WrittenRoute = RouteFile["routes"][number];

/** Returns the stored form of a cost. */
export function costMicros(given: string | undefined): bigint | null {
  return given === undefined ? null : parseDollars(given);
}

/** Returns the written form of a stored cost. */
export function writtenCost(micros: bigint | null): { cost?: string } {
  return micros === null ? {} : { cost: toDecimal(micros) };
}

/** The existing accounts, networks, senders and carriers that a file refers to, for its check. */
export type KnownRouteFacts = Omit<RouteFacts, "blocked"> & {
  carriers: ReadonlySet<string>;
  accounts: ReadonlySet<number>;
};

const SIMULATOR = "simulator";

/**
 * Returns the problems of a file's routes, each as a sentence that names its place.
 * @param placeOf returns the name of a route's place from its index. By default, places are numbered from 1.
 */
export function routeProblems(
  { senders, routes, blocked }: Pick<RouteFile, "senders" | "routes" | "blocked">,
  known: KnownRouteFacts,
  placeOf = (index: number) => `Route ${index + 1}`,
): string[] {
  const unknownSenders = Object.keys(senders)
    .filter((name) => !known.carriers.has(name))
    .map((name) => `senders: there is no carrier ${name}.`);
  const doubled = Object.entries(senders).flatMap(([name, list]) =>
    doubledIn(list).map((one) => `senders: ${name} names ${one} twice, with two addresses.`),
  );
  const allowed = new Map<string, ReadonlySet<string>>(
    Object.entries(senders).map(([name, list]) => [
      name,
      new Set(list.map((one) => senderColumns(one).sender)),
    ]),
  );
  const ranges = blocked.map(asRange);
  const facts = { networks: known.networks, owners: known.owners, blocked: rangeTable(ranges) };
  const ofRoutes = routes.flatMap((each, index) => {
    const { account, network } = each;
    const place = placeOf(index);
    const missing = [
      ...(account !== undefined && !known.accounts.has(account) ? [`there is no account ${account}`] : []),
      ...(network !== undefined && !known.networks.has(network) ? [`there is no network ${network}`] : []),
    ];
    const impossibility = impossibilityOf(each, facts);
    const hiding = impossibility === null ? hiddenBehind(routes.slice(0, index + 1), facts) : null;
    return [
      ...targetProblems(each, place, { allowed, carriers: known.carriers }),
      ...missing.map((what) => `${place}: ${what}.`),
      ...(impossibility !== null ? [`${place} can never match: ${impossibility}.`] : []),
      ...(hiding ? [`${place} can never match: ${takers(hiding, placeOf)} all of its messages.`] : []),
    ];
  });
  const ofRanges = rangeProblems(ranges).map((what) => `blocked: ${what}.`);
  return [...unknownSenders, ...doubled, ...ofRoutes, ...ofRanges];
}

/**
 * Returns the problems with the carriers of a route. `allowed` contains the senders that each carrier accepts
 * messages from.
 */
function targetProblems(
  { sender: from, targets }: WrittenRoute,
  place: string,
  {
    allowed,
    carriers,
  }: { allowed: ReadonlyMap<string, ReadonlySet<string>>; carriers: KnownRouteFacts["carriers"] },
): string[] {
  const names = targets.map((one) => one.carrier);
  const missing = names.filter((name) => name !== SIMULATOR && !carriers.has(name));
  const mute = names.filter((name) => carriers.has(name) && !allowed.get(name)?.size);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  const others = names.filter((name) => !missing.includes(name) && !mute.includes(name));
  const takesNone =
    from !== undefined &&
    others.length > 0 &&
    others.every((name) => name !== SIMULATOR && !allowed.get(name)?.has(from));
  return [
    ...missing.map((name) => `${place}: there is no carrier ${name}.`),
    ...mute.map((name) => `${place}: ${name} has no senders, so it would accept no message.`),
    ...twice.map((name) => `${place} names ${name} twice.`),
    ...(takesNone ? [`${place}: its carriers do not accept messages from ${from}.`] : []),
  ];
}

/** Returns the senders that a list contains in two forms. */
function doubledIn(list: readonly WrittenSender[]): string[] {
  const ways = new Map<string, Set<string>>();
  for (const columns of list.map(senderColumns))
    ways.set(columns.sender, (ways.get(columns.sender) ?? new Set()).add(JSON.stringify(columns)));
  return [...ways].filter(([, written]) => written.size > 1).map(([one]) => one);
}

/** Returns the routes that match all messages of another, as the beginning of a sentence: "route 1 takes". */
function takers(places: readonly number[], placeOf: (index: number) => string): string {
  const names = places.map((index) => placeOf(index).toLowerCase());
  return names.length === 1 ? `${names[0]} takes` : `${names.join(" and ")} together take`;
}
