import type { Caller } from "@/lib/auth/callers/caller";
import { callerColumns } from "@/lib/auth/callers/caller.sql";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import { hashSecret, matchesSecret } from "@/lib/crypto/secrets";
import type { Database } from "@/lib/db/client";
import { prepared, type Sql, sql } from "@/lib/db/sql";
import { GatewayError } from "@/lib/errors";

/** The account behind a call, with what its integration is set to. */
export type Owner = Caller & {
  accountName: string;
  enabled: boolean;
  shortcodeId: number | null;
  /** The number that it sends from; null: the account's default. */
  sender: string | null;
  messageClass: "transactional" | "marketing";
  rateCode: string | null;
  topics: unknown;
  /** What shops sign with, encrypted. */
  shopifySecret: Buffer | null;
  woocommerceSecret: Buffer | null;
  /** Why this call may not send although its credentials are right; null where it may. */
  refusal: GatewayError | null;
};

type Row = Omit<Owner, "refusal"> & { active: boolean; secretHash: Buffer | null };

const columns = callerColumns(sql`, a.name as "accountName", a.status = 'active' as active, i.enabled,
  i.secret_hash as "secretHash", i.shortcode_id as "shortcodeId", s.number as sender,
  i.message_class as "messageClass", i.rate_code as "rateCode", i.topics, i.shopify_secret as "shopifySecret",
  i.woocommerce_secret as "woocommerceSecret"`);

const joined = sql`integrations i join accounts a on a.id = i.account_id
  left join shortcodes s on s.id = i.shortcode_id`;

/**
 * The account that a call names by its customer number, where the secret is its integration's
 * (rules: integration credentials). The integration is set up for one shortcode, and the call must name that one.
 * @throws GatewayError `invalid_key`; at crm-a `integration_disabled` where the account has set up none.
 */
export async function findByCustomer(
  db: Database,
  kind: IntegrationKind,
  given: { customerId: number; shortcodeId: number; secret: string },
): Promise<Owner> {
  const row = await findRow(
    db,
    prepared(
      "integration-by-customer",
      sql`select ${columns} from ${joined}
        where i.account_id = ${given.customerId} and i.kind = ${kind}::integration_kind`,
    ),
  );
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
  db: Database,
  kind: IntegrationKind,
  secret: string,
): Promise<Owner | null> {
  const row = await findRow(
    db,
    prepared(
      "integration-by-secret",
      sql`select ${columns} from ${joined}
        where i.secret_hash = ${hashSecret(secret)} and i.kind = ${kind}::integration_kind`,
    ),
  );
  return row && isRight(row, secret) ? toOwner(row) : null;
}

/**
 * The account that owns a shortcode, where the secret is its integration's; null where it is not, or the shortcode is
 * nobody's own. It sends from that shortcode.
 * @throws GatewayError `not_found` where there is no such shortcode.
 */
export async function findByShortcode(
  db: Database,
  kind: IntegrationKind,
  given: { shortcodeId: number; secret: string },
): Promise<Owner | null> {
  const shortcode = await db.prisma.shortcode.findUnique({
    where: { id: given.shortcodeId },
    select: { number: true, ownerId: true },
  });
  if (!shortcode) throw new GatewayError("not_found", `There is no shortcode ${given.shortcodeId}.`);
  const owner = await findBySecret(db, kind, given.secret);
  return owner && owner.accountId === shortcode.ownerId ? { ...owner, sender: shortcode.number } : null;
}

async function findRow(db: Database, statement: Sql): Promise<Row | undefined> {
  const [row] = await db.query<Row>(statement);
  return row;
}

function isRight({ active, secretHash }: Row, secret: string): boolean {
  return active && secretHash !== null && matchesSecret(secret, secretHash);
}

function toOwner({ active: _, secretHash: __, ...row }: Row): Owner {
  return { ...row, refusal: row.enabled ? null : disabled() };
}

function disabled(): GatewayError {
  return new GatewayError("integration_disabled", "This integration is switched off.");
}

function notSetUp(shortcodeId?: number): GatewayError {
  const where = shortcodeId === undefined ? "" : ` for shortcode ${shortcodeId}`;
  return new GatewayError("integration_disabled", `This integration is not set up${where}.`);
}
