import { hashSecret } from "@/lib/crypto/secrets";
import type { Queryable } from "@/lib/db/client";
import { hasKey, sql } from "@/lib/db/sql";

/** How long an address is known after its last use (rules: known addresses). */
export const ADDRESSES_CACHE_TTL_MS = 30 * 24 * 3_600_000;

/** Most addresses that are known of one account; the least recently used goes first. */
const MAX_ADDRESSES = 100;

/** How often a use is written down: it needs to be true to the day alone. */
const NOTED_MS = 24 * 3_600_000;

/** How an account proved itself: an address that is known for one is not known for the other. */
export type Proof = "password" | "factor";

/** An account at an address; no account has the number 0. */
export type AccountAtAddress = { accountId: number; address: string };

function hashOf(proof: Proof, address: string): Buffer {
  return hashSecret(`${proof}\0${address}`);
}

/** Whether an account proved itself from an address in the last 30 days. */
export async function isKnownAddress(
  db: Queryable,
  proof: Proof,
  { accountId, address }: AccountAtAddress,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from known_addresses where account_id = ${accountId} and address_hash = ${hashOf(proof, address)}
      and last_used_at > ${new Date(now.getTime() - ADDRESSES_CACHE_TTL_MS)}`);
  return rows.length > 0;
}

/** Writes down that an account has proved itself from an address, unless that was done in the last day. */
export async function noteKnownAddress(
  db: Queryable,
  proof: Proof,
  { accountId, address }: AccountAtAddress,
  now: Date,
): Promise<void> {
  const noted = await db.query(sql`
    insert into known_addresses as k (account_id, address_hash, last_used_at)
    values (${accountId}, ${hashOf(proof, address)}, ${now})
    on conflict (account_id, address_hash) do update set last_used_at = excluded.last_used_at
      where k.last_used_at <= ${new Date(now.getTime() - NOTED_MS)}
    returning 1`);
  if (noted.length === 0) return;
  await db.query(sql`
    with old as (
      select account_id, address_hash from known_addresses where account_id = ${accountId}
      order by last_used_at desc, address_hash offset ${MAX_ADDRESSES}
    )
    delete from known_addresses k using old
    where ${hasKey(sql`k.account_id, k.address_hash`, sql`old.account_id, old.address_hash`)}`);
}

/**
 * Forgets where an account is known from: somebody else may have proved with what it proves itself by no more.
 * @param tx a transaction, in which the account is locked.
 * @param kept what the one who does it has just proved, and from where; null for somebody else.
 */
export async function removeKnownAddresses(
  tx: Queryable,
  accountId: number,
  kept: { address: string; proofs: readonly Proof[] } | null,
): Promise<void> {
  const hashes = kept ? kept.proofs.map((proof) => hashOf(proof, kept.address)) : [];
  await tx.query(sql`
    delete from known_addresses where account_id = ${accountId} and address_hash <> all(${hashes}::bytea[])`);
}
