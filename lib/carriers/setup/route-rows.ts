import { z } from "zod";
import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import { asKept, asWrittenRules } from "@/lib/carriers/setup/error-rule-list";
import { readErrorRules, writeErrorRules } from "@/lib/carriers/setup/error-rule-rows";
import { accountsThere } from "@/lib/carriers/setup/owners";
import {
  asRange,
  asWrittenRange,
  costMicros,
  type KnownRouteFacts,
  type RouteFile,
  routeFile,
  routeProblems,
  writtenCost,
} from "@/lib/carriers/setup/route-file";
import { lockRoutesStatement } from "@/lib/carriers/setup/route-rows.sql";
import { asWritten, senderColumns, type WrittenSender } from "@/lib/carriers/setup/written-sender";
import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

const SIMULATOR = "simulator";

/** The names of carriers by their numbers, the simulator's included. */
type Names = ReadonlyMap<number, string>;

/** Reads the names of all carriers. */
export async function carrierNames(db: Queryable): Promise<Names> {
  const rows = await db.prisma.carrier.findMany({ select: { id: true, name: true } });
  return new Map([[SIMULATOR_ID, SIMULATOR], ...rows.map(({ id, name }): [number, string] => [id, name])]);
}

/** A file with all fields. */
export type WholeRouteFile = RouteFile & { errors: NonNullable<RouteFile["errors"]> };

/**
 * Returns all routes in order, blocked destinations, rules for errors, and the senders of carriers, in the
 * form that `replaceRoutes` accepts.
 */
export async function readRoutes(db: Queryable): Promise<WholeRouteFile> {
  const names = await carrierNames(db);
  const routes = await db.prisma.route.findMany({
    orderBy: [{ position: "asc" }, { id: "asc" }],
    include: { targets: { orderBy: [{ tier: "asc" }, { carrierId: "asc" }] } },
  });
  const senders = await db.prisma.carrierSender.findMany({
    orderBy: [{ carrierId: "asc" }, { sender: "asc" }],
  });
  const blocked = await db.prisma.blockedDestination.findMany({ orderBy: { prefix: "asc" } });
  const nameOf = (id: number) => names.get(id) ?? String(id);
  const ofCarrier = new Map<string, WrittenSender[]>();
  for (const { carrierId, ...row } of senders) {
    const list = ofCarrier.get(nameOf(carrierId)) ?? [];
    ofCarrier.set(nameOf(carrierId), list);
    list.push(asWritten(row));
  }
  return {
    senders: Object.fromEntries(ofCarrier),
    routes: routes.map(({ accountId, sender, prefix, network, sendType, messageClass, ...route }) => ({
      ...given({ account: accountId, sender, prefix, network, sendType, messageClass }),
      ...given({ hours: route.hours, zone: route.zone, begins: route.begins }),
      ...(route.words.length > 0 && { words: route.words }),
      byCost: route.byCost,
      targets: route.targets.map(({ carrierId, tier, weight, costMicros: micros }) => ({
        carrier: nameOf(carrierId),
        tier,
        weight,
        ...writtenCost(micros),
      })),
    })),
    blocked: blocked.map(asWrittenRange),
    errors: asWrittenRules(await readErrorRules(db)),
  };
}

type Nullable<Fields> = { [Name in keyof Fields]: Fields[Name] | null };

/** Returns the fields that are not null. */
function given<Fields extends object>(fields: Nullable<Fields>): Partial<Fields> {
  const named = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(named) as Partial<Fields>;
}

/**
 * Replaces all routes, blocked destinations, senders and rules for errors by those of a file
 * (rules: routes, blocked destinations, network errors). Servers apply the change within seconds. Waiting
 * messages keep the carrier that was chosen for them.
 * @throws GatewayError `invalid_parameter` that names every wrong place; then nothing is changed.
 */
export async function replaceRoutes(tx: Transaction, contents: unknown): Promise<{ routes: number }> {
  const file = read(contents);
  await tx.query(lockRoutesStatement());
  const names = await carrierNames(tx);
  const carriers = new Set([...names.values()].filter((name) => name !== SIMULATOR));
  const problems = routeProblems(file, { carriers, ...(await namedBy(tx, file)) });
  if (problems.length > 0) throw new GatewayError("invalid_parameter", problems.join(" "));
  await writeRoutes(tx, file);
  return { routes: file.routes.length };
}

/** The beginning of all numbers that can be ported, according to a constraint of their table. */
const PORTED = "642";

/** Returns the existing accounts, networks and senders among those that routes name. */
export async function namedBy(
  db: Queryable,
  { routes }: Pick<RouteFile, "routes">,
): Promise<Pick<KnownRouteFacts, "accounts" | "networks" | "owners">> {
  const codes = [...new Set(routes.flatMap(({ network }) => network ?? []))];
  const numbers = [...new Set(routes.flatMap(({ sender }) => sender ?? []))];
  const { network, networkPrefix, shortcode } = db.prisma;
  const accounts = await accountsThere(
    db,
    routes.flatMap(({ account }) => account ?? []),
  );
  const networks = await network.findMany({ where: { code: { in: codes } }, select: { code: true } });
  // A number that was not ported has the network of its prefix.
  const first = await networkPrefix.findMany({ where: { networkCode: { in: codes } } });
  const beginnings = new Map(networks.map(({ code }) => [code, [PORTED]]));
  for (const { networkCode, prefix } of first)
    beginnings.set(networkCode, [...(beginnings.get(networkCode) ?? []), prefix]);
  const owned = await shortcode.findMany({ where: { number: { in: numbers }, ownerId: { not: null } } });
  return {
    accounts,
    networks: beginnings,
    owners: new Map(owned.flatMap(({ number, ownerId }) => (ownerId === null ? [] : [[number, ownerId]]))),
  };
}

/** Returns the columns of a sender, with a copy of its pool. */
function columnsOf(written: WrittenSender) {
  const { pool, ...columns } = senderColumns(written);
  return { ...columns, pool: [...pool] };
}

function read(contents: unknown): RouteFile {
  const parsed = routeFile.safeParse(contents);
  if (parsed.success) return parsed.data;
  throw new GatewayError("invalid_parameter", z.prettifyError(parsed.error).replaceAll("\n", " "));
}

/** Replaces everything by the contents of a checked file, whose carriers must exist. */
export async function writeRoutes(tx: Transaction, file: RouteFile): Promise<void> {
  const ids = new Map([...(await carrierNames(tx))].map(([id, name]) => [name, id]));
  const idOf = (name: string) => ids.get(name) as number;
  await tx.prisma.route.deleteMany({});
  await tx.prisma.carrierSender.deleteMany({});
  const senders = Object.entries(file.senders).flatMap(([name, list]) =>
    list.map((written) => ({ carrierId: idOf(name), ...columnsOf(written) })),
  );
  await tx.prisma.carrierSender.createMany({ data: senders, skipDuplicates: true });
  const data = file.routes.map(
    ({ account, sender, prefix, network, sendType, messageClass, byCost, ...terms }, index) => ({
      position: index + 1,
      accountId: account ?? null,
      sender: sender ?? null,
      prefix: prefix ?? null,
      network: network ?? null,
      sendType: sendType ?? null,
      messageClass: messageClass ?? null,
      byCost,
      hours: terms.hours ?? null,
      zone: terms.zone ?? null,
      begins: terms.begins ?? null,
      words: terms.words ?? [],
    }),
  );
  const rows = await tx.prisma.route.createManyAndReturn({ data, select: { id: true, position: true } });
  const targets = rows.flatMap(({ id, position }) =>
    (file.routes[position - 1]?.targets ?? []).map(({ carrier, tier, weight, cost }) => ({
      routeId: id,
      carrierId: idOf(carrier),
      tier,
      weight,
      costMicros: costMicros(cost),
    })),
  );
  await tx.prisma.routeTarget.createMany({ data: targets });
  await tx.prisma.blockedDestination.deleteMany({});
  await tx.prisma.blockedDestination.createMany({ data: file.blocked.map(asRange), skipDuplicates: true });
  if (file.errors) await writeErrorRules(tx, asKept(file.errors));
}
