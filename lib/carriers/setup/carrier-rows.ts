import { ZodError } from "zod";
import type { CarrierKind } from "@/lib/carriers/kinds";
import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import { decrypt, encrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

const NAME = /^[a-z0-9][a-z0-9-]{0,29}$/;
const SIMULATOR = "simulator";
/** The number of a carrier that has no row: it is only tried. */
export const TRIAL_ID = -1;
const MAX_LISTED = 100;

/** A carrier that is to be added; `given` has its settings and its secrets. */
export type NewCarrier = { name: string; kind: string; given: Record<string, unknown> };

/** What secrets are encrypted under, and whether a server runs the jobs that lives on and can keep connections. */
export type Setup = { authSecret: string; hasServer: boolean };

/**
 * Adds a carrier (rules: carriers, smpp links). A server that runs the jobs opens it within seconds. What is secret of its
 * settings is encrypted.
 * @returns with `addresses` what is to be set up at the network: it is not shown again.
 * @throws GatewayError that names what is wrong: the name, the kind, a setting, or that no process here could hold it.
 */
export async function addCarrier(
  db: Database,
  { name, kind, given: settingsGiven }: NewCarrier,
  { authSecret, hasServer }: Setup,
) {
  if (!NAME.test(name) || name === SIMULATOR)
    throw invalid("A name has small letters, digits and hyphens, 30 at most, and is not simulator.");
  const known = kindNamed(kind);
  if (known.hasLinks && !hasServer)
    throw invalid(
      `${name} speaks ${kind}, and needs a server that keeps connections: not with Inngest or on Vercel.`,
    );
  const given = known.complete?.(settingsGiven) ?? settingsGiven;
  check(known, given, db);
  const isSecret = ([setting]: [string, unknown]) => known.secretNames.includes(setting);
  const settings = Object.fromEntries(Object.entries(given).filter((entry) => !isSecret(entry)));
  const secrets = Object.fromEntries(Object.entries(given).filter(isSecret));
  if (await db.prisma.carrier.findUnique({ where: { name }, select: { id: true } }))
    throw new GatewayError("conflict", `There is a carrier ${name} already.`);
  const encryptedSecrets = encrypt(JSON.stringify(secrets), authSecret);
  const data = { name, kind, settings: settings as object, encryptedSecrets };
  const added = await db.prisma.carrier.create({ data, select: { id: true, name: true, kind: true } });
  const addresses = known.addresses?.(name, given);
  return { ...added, ...(addresses && { addresses }) };
}

/** All carriers with their links; never a secret. `isHeld`: a process has the link, and says how it is. */
export async function listCarriers(db: Database, now: Date) {
  const rows = await db.prisma.carrier.findMany({
    orderBy: { id: "asc" },
    take: MAX_LISTED,
    omit: { encryptedSecrets: true },
    include: { links: { orderBy: { number: "asc" } } },
  });
  return rows.map(({ links, ...row }) => ({
    ...row,
    links: links.map(({ number, state, boundAt, lastError, lease }) => ({
      ...{ number, isHeld: lease > now, state, boundAt, lastError },
    })),
  }));
}

/** Has a carrier take no more messages, or take them again. Its receipts and messages in still come. */
export async function drainCarrier(db: Database, name: string, isDraining: boolean) {
  const { id, settings } = await carrierNamed(db, name);
  await db.prisma.carrier.update({
    where: { id },
    data: { settings: { ...(settings as object), isDraining } },
  });
  return { id, name, isDraining };
}

/**
 * Removes a carrier.
 * @throws GatewayError while messages wait for it, or a route leads to it.
 */
export async function removeCarrier(db: Database, name: string) {
  const { id } = await carrierNamed(db, name);
  const waiting = await db.prisma.queuedMessage.findFirst({
    where: { carrierId: id, dueAt: { not: null } },
    select: { messageId: true },
  });
  if (waiting) throw new GatewayError("conflict", `Messages wait for ${name}: drain it first.`);
  const target = await db.prisma.routeTarget.findFirst({
    where: { carrierId: id },
    select: { routeId: true },
  });
  if (target) throw new GatewayError("conflict", `A route leads to ${name}: change the routes first.`);
  await db.prisma.carrier.delete({ where: { id } });
  return { id, name, removed: true };
}

/** The row of a carrier. Throws GatewayError where there is none. */
export async function carrierNamed(db: Database, name: string) {
  const row = await db.prisma.carrier.findUnique({ where: { name } });
  if (!row) throw new GatewayError("not_found", `There is no carrier ${name}.`);
  return row;
}

/** The settings of a row with its secrets. Throws Error where these were encrypted under another `AUTH_SECRET`. */
export function settingsOf(
  row: { settings: unknown; encryptedSecrets: Uint8Array | null },
  authSecret: string,
) {
  const secrets = row.encryptedSecrets ? JSON.parse(decrypt(row.encryptedSecrets, authSecret)) : {};
  return { ...(row.settings as object), ...(secrets as object) };
}

/** @throws GatewayError where there is no such kind. */
export function kindNamed(kind: string): CarrierKind {
  const known = CARRIER_KINDS[kind];
  if (known) return known;
  throw invalid(
    `There is no kind ${JSON.stringify(kind)}: it is one of ${Object.keys(CARRIER_KINDS).join(", ")}.`,
  );
}

/** Opens it without its links, to see whether it can be. */
function check(kind: CarrierKind, given: unknown, db: Database): void {
  try {
    kind.open({ id: TRIAL_ID, name: "new", given, db });
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const problems = error.issues.map(({ path, message }) => `${path.join(".") || "settings"}: ${message}`);
    throw invalid(problems.join("; "));
  }
}

function invalid(sentence: string): GatewayError {
  return new GatewayError("invalid_parameter", sentence);
}
