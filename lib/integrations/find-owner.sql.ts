import type { Caller } from "@/lib/auth/callers/caller";
import { callerColumns } from "@/lib/auth/callers/caller.sql";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import { prepared, type Sql, sql } from "@/lib/db/sql";

/** An account with its integration's settings, and the values that its credentials are compared with. */
export type OwnerRow = Caller & {
  accountName: string;
  enabled: boolean;
  shortcodeId: number | null;
  /** The number that it sends from; null for the account's default. */
  sender: string | null;
  messageClass: "transactional" | "marketing";
  rateCode: string | null;
  topics: unknown;
  /** The secrets that shops sign with, encrypted. */
  shopifySecret: Buffer | null;
  woocommerceSecret: Buffer | null;
  /** True if the account may be used. */
  active: boolean;
  secretHash: Buffer | null;
};

const columns = callerColumns(sql`, a.name as "accountName", a.status = 'active' as active, i.enabled,
  i.secret_hash as "secretHash", i.shortcode_id as "shortcodeId", s.number as sender,
  i.message_class as "messageClass", i.rate_code as "rateCode", i.topics, i.shopify_secret as "shopifySecret",
  i.woocommerce_secret as "woocommerceSecret"`);

const joined = sql`integrations i join accounts a on a.id = i.account_id
  left join shortcodes s on s.id = i.shortcode_id`;

/** Reads an account's integration, as `OwnerRow`. */
export function ownerByCustomerStatement(kind: IntegrationKind, customerId: number): Sql {
  return prepared(
    "integration-by-customer",
    sql`select ${columns} from ${joined}
      where i.account_id = ${customerId} and i.kind = ${kind}::integration_kind`,
  );
}

/** Reads the integration with a secret's hash, as `OwnerRow`. */
export function ownerBySecretStatement(kind: IntegrationKind, secretHash: Buffer): Sql {
  return prepared(
    "integration-by-secret",
    sql`select ${columns} from ${joined}
      where i.secret_hash = ${secretHash} and i.kind = ${kind}::integration_kind`,
  );
}
