import { prepared, type Sql, sql } from "@/lib/db/sql";

/**
 * Reads the accounts that have a credential in this cell, as `accountId`. The credential is a token, a client id, an
 * integration's secret, or the token of a link in an email.
 */
export function holdersStatement(credential: string, hash: Buffer): Sql {
  return prepared(
    "holders-of-credential",
    sql`
    select k.account_id as "accountId" from access_tokens t join api_keys k on k.id = t.api_key_id
    where t.token_hash = ${hash}
    union all select account_id from api_keys where client_id = ${credential}
    union all select account_id from integrations where secret_hash = ${hash}
    union all select account_id from invitations where token_hash = ${hash}
    union all select account_id from email_senders where token_hash = ${hash}
    union all select account_id from password_resets where token_hash = ${hash}`,
  );
}
