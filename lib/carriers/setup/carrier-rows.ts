import { ZodError } from "zod";
import type { CarrierKind } from "@/lib/carriers/kinds";
import { carrierLoadOf, loadOf } from "@/lib/carriers/load/carrier-load";
import type { CarrierRow } from "@/lib/carriers/open-carrier";
import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import { lockCarrierStatement } from "@/lib/carriers/setup/carrier-rows.sql";
import { decrypt, encrypt } from "@/lib/crypto/encryption";
import { askCells } from "@/lib/db/cells/ask-cells";
import { otherCells } from "@/lib/db/cells/cells";
import type { Database, Queryable, Transaction } from "@/lib/db/client";
import { databaseFailure } from "@/lib/db/unavailable";
import { GatewayError } from "@/lib/errors";

const NAME = /^[a-z0-9][a-z0-9-]{0,29}$/;
const SIMULATOR = "simulator";
/** The names in cells of carriers that were removed from the home cell. They contain the carrier's number. */
const REMOVED = /^removed-\d+$/;
const NAME_RULE =
  "A name has small letters, digits and hyphens, 30 at most, and is neither simulator nor removed- with a number.";
/** The number of a carrier without a row, which is only tried. */
export const TRIAL_ID = -1;
const MAX_LISTED = 100;

/** A carrier to add. `given` contains its settings and its secrets. */
export type NewCarrier = { name: string; kind: string; given: Record<string, unknown> };

/**
 * The means of setting up carriers. `authSecret` encrypts their secrets. `hasServer` is true if a server runs
 * the jobs that keeps running, and so can hold connections.
 */
export type Setup = { authSecret: string; hasServer: boolean };

/**
 * Adds a carrier (rules: carriers, smpp links). A server that runs the jobs opens it within seconds. Secret
 * settings are encrypted.
 * @param by the transaction that inserts the row.
 * @returns with `addresses`, the values to set up at the network. They are not shown again.
 * @throws GatewayError that names the problem: the name, the kind, a setting, or that no process here could
 * hold the carrier.
 */
export async function addCarrier(
  db: Database,
  { name, kind, given: settingsGiven }: NewCarrier,
  { authSecret, hasServer }: Setup,
  by: Queryable = db,
) {
  const known = newKind({ name, kind }, hasServer);
  const given = known.complete?.(settingsGiven) ?? settingsGiven;
  check(known, given, db);
  const [added] = await by.prisma.carrier.createManyAndReturn({
    data: { name, kind, ...asColumns(known, given, authSecret) },
    skipDuplicates: true,
    select: { id: true, name: true, kind: true },
  });
  if (!added) throw new GatewayError("conflict", `There is a carrier ${name} already.`);
  const addresses = known.addresses?.(name, given);
  return { ...added, ...(addresses && { addresses }) };
}

/**
 * Returns the kind of a carrier that may be added under a name.
 * @throws GatewayError that names the problem: the name, the kind, or that no process here could hold the
 * carrier.
 */
export function newKind({ name, kind }: Pick<NewCarrier, "name" | "kind">, hasServer: boolean): CarrierKind {
  if (!NAME.test(name) || name === SIMULATOR || REMOVED.test(name)) throw invalid(NAME_RULE);
  const known = kindNamed(kind);
  if (known.hasLinks && !hasServer)
    throw invalid(
      `${name} speaks ${kind}, and needs a server that keeps connections: not with Inngest or on Vercel.`,
    );
  return known;
}

/**
 * Replaces a carrier's settings, in a transaction of `db`. Omitted secrets are kept, and so is its draining.
 * Servers close the carrier and reopen it.
 * @returns the names of the settings that were changed or removed.
 * @throws GatewayError that names the problem.
 */
export async function changeCarrier(
  tx: Transaction,
  { name, given }: Omit<NewCarrier, "kind">,
  { authSecret, db }: Pick<Setup, "authSecret"> & { db: Database },
): Promise<{ changed: string[] }> {
  const row = await lockedCarrier(tx, name);
  const kind = kindNamed(row.kind);
  const before = row.settings as Record<string, unknown>;
  const { isDraining } = before;
  const whole = {
    ...keptSecrets(row, authSecret),
    ...(isDraining === undefined ? {} : { isDraining }),
    ...given,
  };
  const after = kind.complete?.(whole) ?? whole;
  check(kind, after, db);
  const data = asColumns(kind, after, authSecret);
  await tx.prisma.carrier.update({ where: { name }, data });
  const isOther = (setting: string) =>
    kind.secretNames.includes(setting)
      ? setting in given
      : JSON.stringify(before[setting]) !== JSON.stringify((data.settings as typeof before)[setting]);
  return { changed: [...new Set([...Object.keys(before), ...Object.keys(given)])].filter(isOther) };
}

/**
 * Returns the secrets of a row. Returns none if they were encrypted under another `AUTH_SECRET`: they must be
 * entered again.
 */
export function keptSecrets(
  { encryptedSecrets }: Pick<CarrierRow, "encryptedSecrets">,
  authSecret: string,
): Record<string, unknown> {
  try {
    return settingsOf({ settings: {}, encryptedSecrets }, authSecret);
  } catch {
    return {};
  }
}

/** Returns the columns for settings and secrets. Secrets are encrypted. */
export function asColumns({ secretNames }: CarrierKind, given: Record<string, unknown>, authSecret: string) {
  const isSecret = ([setting]: [string, unknown]) => secretNames.includes(setting);
  const settings = Object.fromEntries(Object.entries(given).filter((entry) => !isSecret(entry)));
  const secrets = Object.fromEntries(Object.entries(given).filter(isSecret));
  return { settings: settings as object, encryptedSecrets: encrypt(JSON.stringify(secrets), authSecret) };
}

/**
 * Returns all carriers with their links and loads, without secrets. `isHeld` is true if a process holds the
 * link and reports its state.
 */
export async function listCarriers(db: Database, now: Date) {
  const rows = await db.prisma.carrier.findMany({
    orderBy: { id: "asc" },
    take: MAX_LISTED,
    omit: { encryptedSecrets: true },
    include: { links: { orderBy: { number: "asc" } }, loads: true },
  });
  return rows.map(({ links, loads, ...row }) => ({
    ...row,
    load: row.enabled ? carrierLoadOf({ links, loads }, now) : null,
    links: links.map(({ number, state, boundAt, lastError, lease, ...columns }) => {
      const isHeld = lease > now;
      return { number, isHeld, state, boundAt, lastError, load: isHeld ? loadOf(columns) : null };
    }),
  }));
}

/** Stops new messages to a carrier, or resumes them. Its receipts and incoming messages still arrive. */
export async function drainCarrier(tx: Transaction, name: string, isDraining: boolean) {
  const { id, settings } = await lockedCarrier(tx, name);
  await tx.prisma.carrier.update({
    where: { id },
    data: { settings: { ...(settings as object), isDraining } },
  });
  return { id, name, isDraining };
}

/**
 * Enables or disables a carrier with all of its links. A disabled carrier neither gets nor delivers messages.
 * Messages that wait for it are routed elsewhere if a route allows it (rules: routes).
 */
export async function enableCarrier(tx: Transaction, name: string, enabled: boolean) {
  const { id } = await lockedCarrier(tx, name);
  await tx.prisma.carrier.update({ where: { id }, data: { enabled } });
  return { id, name, enabled };
}

/**
 * Removes a carrier.
 * @param home the database of the home cell, of which `tx` is a transaction.
 * @throws GatewayError if messages wait for the carrier in any cell, or a route leads to it; `unavailable` if
 * a cell does not answer.
 */
export async function removeCarrier(tx: Transaction, name: string, home: Database) {
  const { id } = await lockedCarrier(tx, name);
  if (await hasWaiting(tx, id))
    throw new GatewayError("conflict", `Messages wait for ${name}: drain it first.`);
  await requireNoneElsewhere({ id, name }, home);
  const target = await tx.prisma.routeTarget.findFirst({
    where: { carrierId: id },
    select: { routeId: true },
  });
  if (target) throw new GatewayError("conflict", `A route leads to ${name}: change the routes first.`);
  await tx.prisma.carrier.delete({ where: { id } });
  return { id, name, removed: true };
}

async function hasWaiting(db: Queryable, carrierId: number): Promise<boolean> {
  const where = { carrierId, dueAt: { not: null } };
  return (await db.prisma.queuedMessage.findFirst({ where, select: { messageId: true } })) !== null;
}

/** Throws if messages of other cells wait for a carrier. It has the same number there. */
async function requireNoneElsewhere(
  { id, name }: { id: number; name: string },
  home: Database,
): Promise<void> {
  const answers = await askCells(otherCells(home), (cell) => hasWaiting(cell, id));
  for (const answer of answers) {
    const { cell } = answer.cell;
    if ("said" in answer) {
      if (answer.said)
        throw new GatewayError("conflict", `Messages wait for ${name} in cell ${cell}: drain it first.`);
    } else if (databaseFailure(answer.failure) === null) throw answer.failure;
    else
      throw new GatewayError(
        "unavailable",
        `Cell ${cell} does not answer just now: messages may wait there for ${name}. Try again in a moment.`,
        { "Retry-After": "1" },
      );
  }
}

/** Returns the row of a carrier. Throws GatewayError if there is none. */
export async function carrierNamed(db: Queryable, name: string) {
  const row = await db.prisma.carrier.findUnique({ where: { name } });
  if (!row) throw new GatewayError("not_found", `There is no carrier ${name}.`);
  return row;
}

/** Locks the row of a carrier until the transaction ends, and returns it. */
async function lockedCarrier(tx: Transaction, name: string) {
  await tx.query(lockCarrierStatement(name));
  return carrierNamed(tx, name);
}

/**
 * Returns the settings of a row with its secrets. Throws Error if these were encrypted under another
 * `AUTH_SECRET`.
 */
export function settingsOf(
  row: { settings: unknown; encryptedSecrets: Uint8Array | null },
  authSecret: string,
) {
  const secrets = row.encryptedSecrets ? JSON.parse(decrypt(row.encryptedSecrets, authSecret)) : {};
  return { ...(row.settings as object), ...(secrets as object) } as Record<string, unknown>;
}

/** Returns the kind with a name. Throws GatewayError if there is none. */
export function kindNamed(kind: string): CarrierKind {
  const known = Object.hasOwn(CARRIER_KINDS, kind) ? CARRIER_KINDS[kind] : undefined;
  if (known) return known;
  throw invalid(
    `There is no kind ${JSON.stringify(kind)}: it is one of ${Object.keys(CARRIER_KINDS).join(", ")}.`,
  );
}

function check(kind: CarrierKind, given: unknown, db: Database): void {
  const problems = settingsProblems(kind, given, db).map(
    ({ path, message }) => `${path.join(".") || "settings"}: ${message}`,
  );
  if (problems.length > 0) throw invalid(problems.join("; "));
}

/** Returns the problems of settings with their paths. It opens the carrier without links as a check. */
export function settingsProblems(
  kind: CarrierKind,
  given: unknown,
  db: Database,
): { path: PropertyKey[]; message: string }[] {
  try {
    kind.open({ id: TRIAL_ID, name: "new", given, db });
    return [];
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    return error.issues;
  }
}

function invalid(sentence: string): GatewayError {
  return new GatewayError("invalid_parameter", sentence);
}
