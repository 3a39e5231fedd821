import { lookUpCaller } from "@/lib/auth/callers/caller-cache";
import { databaseOfCredential } from "@/lib/auth/directory/credentials";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import { hashSecret, matchesSecret } from "@/lib/crypto/secrets";
import { databaseOfAccount } from "@/lib/db/cells/cells";
import type { Database } from "@/lib/db/client";
import { turnOfAddress } from "@/lib/db/locks/caller-turns";
import { GatewayError } from "@/lib/errors";
import {
  type OwnerRow,
  ownerByCustomerStatement,
  ownerBySecretStatement,
} from "@/lib/integrations/find-owner.sql";

/** The account behind a call, with its integration's settings. */
export type Owner = Omit<OwnerRow, "active" | "secretHash"> & {
  /** The reason why this call may not send although its credentials are right; null if it may. */
  refusal: GatewayError | null;
};

/** The home cell's database, and the time and the address of a call. */
type From = { db: Database; now: Date; address: string };

/**
 * Finds the account that a call names by its customer number, if the secret is its integration's
 * (rules: integration credentials). The integration is set up for one shortcode, and the call must name that one.
 * @throws GatewayError `invalid_key`; for crm-a `integration_disabled` if the account has not set it up; and as
 * `lookUp` does.
 */
export async function findByCustomer(
  from: From,
  kind: IntegrationKind,
  given: { customerId: number; shortcodeId: number; secret: string },
): Promise<Owner> {
  const { customerId, shortcodeId, secret } = given;
  const db = databaseOfAccount(from.db, customerId);
  const name = `${kind} ${customerId} ${hashSecret(secret).toString("base64")}`;
  const owner = await cached(db, name, from, async () => {
    const [row] = await db.query<OwnerRow>(ownerByCustomerStatement(kind, customerId));
    // Only crm-a reports that the integration is not set up: for other kinds, callers must not learn which accounts
    // use them.
    if (!row && kind === "crm_a") throw notSetUp();
    return row && isRight(row, secret) ? toOwner(row) : null;
  });
  if (!owner) throw new GatewayError("invalid_key", "The key is wrong.");
  return owner.shortcodeId === shortcodeId
    ? owner
    : { ...owner, refusal: owner.refusal ?? notSetUp(shortcodeId) };
}

/**
 * Finds the account whose integration has this secret; null if there is none.
 * @throws GatewayError as `lookUp` does.
 */
export async function findBySecret(from: From, kind: IntegrationKind, secret: string): Promise<Owner | null> {
  const db = await databaseOfCredential(from.db, secret, turnOfAddress(from.address));
  const hash = hashSecret(secret);
  return cached(db, `${kind} ${hash.toString("base64")}`, from, async () => {
    const [row] = await db.query<OwnerRow>(ownerBySecretStatement(kind, hash));
    return row && isRight(row, secret) ? toOwner(row) : null;
  });
}

/**
 * Finds the account that owns a shortcode, if the secret is its integration's. Returns null if it is not, or if the
 * shortcode has no owner. The account sends from that shortcode.
 * @throws GatewayError `not_found` if there is no such shortcode; and as `lookUp` does.
 */
export async function findByShortcode(
  from: From,
  kind: IntegrationKind,
  given: { shortcodeId: number; secret: string },
): Promise<Owner | null> {
  const { shortcodeId: id, secret } = given;
  const db = await databaseOfCredential(from.db, secret, turnOfAddress(from.address));
  const hash = hashSecret(secret);
  return cached(db, `${kind} of ${id} ${hash.toString("base64")}`, from, async () => {
    const select = { number: true, ownerId: true };
    const shortcode = await db.prisma.shortcode.findUnique({ where: { id }, select });
    if (!shortcode) throw new GatewayError("not_found", `There is no shortcode ${id}.`);
    const [row] = await db.query<OwnerRow>(ownerBySecretStatement(kind, hash));
    if (!row || !isRight(row, secret) || row.accountId !== shortcode.ownerId) return null;
    return { ...toOwner(row), sender: shortcode.number };
  });
}

/**
 * Reads an owner once in five seconds (rules: revocation). Unknown credentials are read in the turns of unverified
 * callers.
 */
function cached(
  db: Database,
  name: string,
  { address, now }: From,
  read: () => Promise<Owner | null>,
): Promise<Owner | null> {
  const accountOf = ({ accountId }: Owner) => accountId;
  const by = { kind: "integration", address, entry: `integration ${name}`, now, accountOf } as const;
  return lookUpCaller(db, by, read);
}

function isRight({ active, secretHash }: OwnerRow, secret: string): boolean {
  return active && secretHash !== null && matchesSecret(secret, secretHash);
}

function toOwner({ active: _, secretHash: __, ...row }: OwnerRow): Owner {
  return { ...row, refusal: row.enabled ? null : disabled() };
}

function disabled(): GatewayError {
  return new GatewayError("integration_disabled", "This integration is switched off.");
}

function notSetUp(shortcodeId?: number): GatewayError {
  const where = shortcodeId === undefined ? "" : ` for shortcode ${shortcodeId}`;
  return new GatewayError("integration_disabled", `This integration is not set up${where}.`);
}
