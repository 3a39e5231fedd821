import { hasKey, prepared, type Sql, sql } from "@/lib/db/sql";

/** The encrypted response to a request with an idempotency key. */
export type Remembered = { accountId: number; key: string; response: Buffer };

/**
 * Stores the responses to requests with an idempotency key, in the transaction that accepted them. They are
 * sent as one value, which the driver sends as it is; it would write each value of an array in hexadecimal.
 */
export function rememberStatement(responses: readonly Remembered[]): Sql {
  const ends: number[] = [];
  for (const { response } of responses) ends.push((ends.at(-1) ?? 0) + response.length);
  const [first, ...others] = responses.map(({ response }) => response);
  const all = first && others.length === 0 ? first : Buffer.concat(responses.map((r) => r.response));
  return prepared(
    "accept-remember",
    sql`
    update idempotency_keys k set response = substring(${all}::bytea from r.at for r.length)
    from unnest(
      ${responses.map((r) => r.accountId)}::int[],
      ${responses.map((r) => r.key)}::text[],
      ${responses.map((r, index) => (ends[index] as number) - r.response.length + 1)}::int[],
      ${responses.map((r) => r.response.length)}::int[]
    ) as r (account_id, key, at, length)
    where ${hasKey(sql`k.account_id, k.key`, sql`r.account_id, r.key`)}`,
  );
}
