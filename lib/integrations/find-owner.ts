import { databaseOfAccount } from "@/lib/cells/cells";
import { databaseOfCredential } from "@/lib/cells/directory/credentials";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import { hashSecret, matchesSecret } from "@/lib/crypto/secrets";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import {
  type OwnerRow,
  ownerByCustomerStatement,
  ownerBySecretStatement,
} from "@/lib/integrations/find-owner.sql";

/** The account behind a call, with what its integration is set to. */
export type Owner = Omit<OwnerRow, "active" | "secretHash"> & {
  /** Why this call may not send although its credentials are right; null where it may. */
  refusal: GatewayError | null;
};

/**
 * The account that a call names by its customer number, where the secret is its integration's
 * (rules: integration credentials). The integration is set up for one shortcode, and the call must name that one.
 * @throws GatewayError `invalid_key`; at crm-a `integration_disabled` where the account has set up none.
 */
export async function findByCustomer(
  home: Database,
  kind: IntegrationKind,
  given: { customerId: number; shortcodeId: number; secret: string },
): Promise<Owner> {
  const db = databaseOfAccount(home, given.customerId);
  const [row] = await db.query<OwnerRow>(ownerByCustomerStatement(kind, given.customerId));
  // That there is none is told at crm-a alone: elsewhere nobody learns who has set up what.
  if (!row && kind === "crm_a") throw notSetUp();
  if (!row || !isRight(row, given.secret)) throw new GatewayError("invalid_key", "The key is wrong.");
  const owner = toOwner(row);
  return row.shortcodeId === given.shortcodeId
    ? owner
    : { ...owner, refusal: owner.refusal ?? notSetUp(given.shortcodeId) };
}

/** The account whose integration has this secret; null where there is none. */
export async function findBySecret(
  home: Database,
  kind: IntegrationKind,
  secret: string,
): Promise<Owner | null> {
  const db = await databaseOfCredential(home, secret);
  const [row] = await db.query<OwnerRow>(ownerBySecretStatement(kind, hashSecret(secret)));
  return row && isRight(row, secret) ? toOwner(row) : null;
}

/**
 * The account that owns a shortcode, where the secret is its integration's; null where it is not, or the shortcode is
 * nobody's own. It sends from that shortcode.
 * @throws GatewayError `not_found` where there is no such shortcode.
 */
export async function findByShortcode(
  home: Database,
  kind: IntegrationKind,
  given: { shortcodeId: number; secret: string },
): Promise<Owner | null> {
  const db = await databaseOfCredential(home, given.secret);
  const shortcode = await db.prisma.shortcode.findUnique({
    where: { id: given.shortcodeId },
    select: { number: true, ownerId: true },
  });
  if (!shortcode) throw new GatewayError("not_found", `There is no shortcode ${given.shortcodeId}.`);
  const owner = await findBySecret(home, kind, given.secret);
  return owner && owner.accountId === shortcode.ownerId ? { ...owner, sender: shortcode.number } : null;
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
