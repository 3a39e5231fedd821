import { isDeepStrictEqual } from "node:util";
import type { NetworksDocument } from "@/lib/carriers/document/document";
import {
  type CarrierStep,
  type DocumentSetup,
  type KnownRow,
  planCarriers,
} from "@/lib/carriers/document/plan-carriers";
import { planKeywords, writeKeywords } from "@/lib/carriers/document/plan-keywords";
import { addCarrier, asColumns } from "@/lib/carriers/setup/carrier-rows";
import { lockAllCarriersStatement } from "@/lib/carriers/setup/carrier-rows.sql";
import { asKept } from "@/lib/carriers/setup/error-rule-list";
import {
  asRange,
  costMicros,
  type RouteFile,
  routeProblems,
  type WrittenRoute,
} from "@/lib/carriers/setup/route-file";
import { namedBy, readRoutes, type WholeRouteFile, writeRoutes } from "@/lib/carriers/setup/route-rows";
import { lockRoutesStatement } from "@/lib/carriers/setup/route-rows.sql";
import { senderColumns } from "@/lib/carriers/setup/written-sender";
import type { Database, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** A change by a document. `network` is null for routes and keywords. */
export type DocumentChange = { network: string | null; change: string };

/**
 * The changes, and the addresses to set up at added networks. The addresses may contain the gateway's
 * secrets.
 */
export type DocumentApplied = {
  changes: DocumentChange[];
  addresses: Record<string, Readonly<Record<string, string>>>;
};

/**
 * The terms of applying a document. With `isDryRun` nothing is written, and the changes are those that would
 * be made.
 */
export type ApplySetup = DocumentSetup & { isDryRun: boolean; now: Date };

/**
 * Changes the networks to match a document, in one transaction (rules: networks document). Servers that do so
 * at the same time wait for each other. Later ones find nothing to change.
 * @throws GatewayError `invalid_parameter` that names every wrong place; then nothing is changed.
 */
export function applyDocument(
  db: Database,
  document: NetworksDocument,
  setup: ApplySetup,
): Promise<DocumentApplied> {
  return db.transaction(async (tx) => {
    await tx.query(lockRoutesStatement());
    await tx.query(lockAllCarriersStatement());
    const rows: KnownRow[] = await tx.prisma.carrier.findMany({ orderBy: { id: "asc" } });
    const before = await readRoutes(tx);
    const { steps, problems } = planCarriers(document, rows, setup, db);
    const after = routesOf(document, before, rows);
    problems.push(...(await problemsOfRoutes(tx, document, { before, after, rows })));
    const keywords = await planKeywords(tx, document.keywords);
    problems.push(...keywords.problems);
    if (problems.length > 0) throw new GatewayError("invalid_parameter", problems.join(" "));
    const changes = [...steps.map(changeOf), ...routeChanges(before, after)];
    if (keywords.rows) changes.push({ network: null, change: "the keywords were replaced" });
    if (setup.isDryRun) return { changes, addresses: {} };
    const addresses: DocumentApplied["addresses"] = {};
    for (const step of steps) Object.assign(addresses, await takeStep(tx, db, step, setup));
    if (!isDeepStrictEqual(comparable(before), comparable(after))) await writeRoutes(tx, after);
    if (keywords.rows) await writeKeywords(tx, keywords.rows);
    const state = { appliedAt: setup.now, refusedAt: null, problem: null };
    await tx.prisma.networksDocument.upsert({ where: { id: 1 }, create: state, update: state });
    return { changes, addresses };
  });
}

/** Returns the new routes and senders: the document's own, and the senders of manually created carriers. */
function routesOf(
  document: NetworksDocument,
  before: WholeRouteFile,
  rows: readonly KnownRow[],
): WholeRouteFile {
  const stated = Object.entries(document.carriers).map(([name, { senders }]) => [name, senders] as const);
  const names = new Set(
    rows.map(({ name }) => name).filter((name) => !Object.hasOwn(document.carriers, name)),
  );
  const kept = Object.entries(before.senders).filter(([name]) => names.has(name));
  return {
    senders: Object.fromEntries([...kept, ...stated]),
    routes: document.routes ?? before.routes,
    blocked: document.blocked ?? before.blocked,
    errors: document.errors ?? before.errors,
  };
}

/** Returns the name, in the text of a problem, of an existing route that the document lacks. */
const ofThoseThere = (index: number) => `Route ${index + 1} of those that stay`;

/**
 * Returns the problems of the routes. A route may lead to carriers of the document and to manually created
 * ones, but not to withdrawn ones. Routes that are kept must still match messages.
 */
async function problemsOfRoutes(
  tx: Transaction,
  document: NetworksDocument,
  { before, after, rows }: { before: RouteFile; after: RouteFile; rows: readonly KnownRow[] },
): Promise<string[]> {
  const byHand = rows.filter(({ declared }) => declared === null).map(({ name }) => name);
  const carriers = new Set([...byHand, ...Object.keys(document.carriers)]);
  if (document.routes) {
    const known = { carriers, ...(await namedBy(tx, after)) };
    const own = { ...after, senders: sendersOf(after, carriers) };
    return routeProblems(own, known, (index) => `routes[${index}]`);
  }
  const all = new Set([...rows.map(({ name }) => name), ...carriers]);
  const problemsOf = async (file: RouteFile) =>
    routeProblems(file, { carriers: all, ...(await namedBy(tx, file)) }, ofThoseThere);
  // Earlier problems are not caused by the document.
  const known = new Set(await problemsOf(before));
  const caused = (await problemsOf(after)).filter((problem) => !known.has(problem));
  const gone = rows.filter(({ name, declared }) => declared === "stated" && !carriers.has(name));
  const led = gone.filter(({ name }) =>
    after.routes.some(({ targets }) => targets.some(({ carrier }) => carrier === name)),
  );
  return [
    ...caused,
    ...led.map(({ name }) => `carriers: ${name} is stated no more, though a route leads to it.`),
  ];
}

function sendersOf({ senders }: RouteFile, carriers: ReadonlySet<string>): RouteFile["senders"] {
  return Object.fromEntries(Object.entries(senders).filter(([name]) => carriers.has(name)));
}

function changeOf(step: CarrierStep): DocumentChange {
  if (step.do === "add") return { network: step.name, change: "added" };
  if (step.do === "change") return { network: step.name, change: `changed: ${step.changed.join(", ")}` };
  return { network: step.name, change: "drained: it is stated no more" };
}

async function takeStep(
  tx: Transaction,
  db: Database,
  step: CarrierStep,
  setup: ApplySetup,
): Promise<DocumentApplied["addresses"]> {
  const { name } = step;
  if (step.do === "add") {
    const { addresses } = await addCarrier(db, step, setup, tx);
    await tx.prisma.carrier.update({ where: { name }, data: { declared: "stated" } });
    return addresses ? { [name]: addresses } : {};
  }
  if (step.do === "change") {
    const columns = asColumns(step.kind, step.given, setup.authSecret);
    await tx.prisma.carrier.update({ where: { name }, data: { ...columns, declared: "stated" } });
    return {};
  }
  const { settings } = await tx.prisma.carrier.findUniqueOrThrow({
    where: { name },
    select: { settings: true },
  });
  const drained = { ...(settings as object), isDraining: true };
  await tx.prisma.carrier.update({ where: { name }, data: { settings: drained, declared: "withdrawn" } });
  return {};
}

function routeChanges(before: WholeRouteFile, after: WholeRouteFile): DocumentChange[] {
  const [old, given] = [comparable(before), comparable(after)];
  const names = [...new Set([...Object.keys(old.senders), ...Object.keys(given.senders)])];
  const senders = names
    .filter((name) => !isDeepStrictEqual(old.senders[name], given.senders[name]))
    .map((network) => ({ network, change: "its senders changed" }));
  const isSame = (name: "routes" | "blocked" | "errors") => isDeepStrictEqual(old[name], given[name]);
  return [
    ...senders,
    ...(isSame("routes") ? [] : [{ network: null, change: "the routes were replaced" }]),
    ...(isSame("blocked") ? [] : [{ network: null, change: "the blocked destinations were replaced" }]),
    ...(isSame("errors") ? [] : [{ network: null, change: "the rules for errors were replaced" }]),
  ];
}

/** Returns routes and senders in a normal form, for comparison. */
function comparable({ senders, routes, blocked, errors }: WholeRouteFile) {
  const lists = Object.entries(senders).map(([name, list]) => {
    const written = new Set(list.map((each) => JSON.stringify(senderColumns(each))));
    return [name, [...written].sort()] as const;
  });
  return {
    senders: Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
    routes: routes.map(plain),
    blocked: [...new Set(blocked.map((each) => JSON.stringify(asRange(each))))].sort(),
    errors: asKept(errors),
  };
}

function plain({ targets, ...route }: WrittenRoute): object {
  const sorted = targets
    .map(({ cost, ...target }) => ({ ...target, cost: String(costMicros(cost)) }))
    .sort((a, b) => a.tier - b.tier || (a.carrier < b.carrier ? -1 : 1));
  return JSON.parse(JSON.stringify({ ...route, targets: sorted }));
}
