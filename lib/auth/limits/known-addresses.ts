import {
  deleteOldAddressesStatement,
  knownSinceStatement,
  noteUseStatement,
} from "@/lib/auth/limits/known-addresses.sql";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Queryable } from "@/lib/db/client";
import { inCallerTurn, turnOfAddress } from "@/lib/db/locks/caller-turns";

/** How long an address is known after its last use (rules: known addresses). */
export const ADDRESSES_KNOWN_MS = 30 * 24 * 3_600_000;

/** Most addresses that are known of one account; the least recently used goes first. */
const MAX_ADDRESSES = 100;

/** How often a use is written down: it needs to be true to the day alone. */
const NOTED_MS = 24 * 3_600_000;

/** How an account proved itself: an address that is known for one is not known for the other. */
export type Proof = "password" | "factor";

/** An account at an address; no account has the number 0. */
export type AccountAtAddress = { accountId: number; address: string };

function hashOf(proof: Proof, address: string): Buffer<ArrayBuffer> {
  return hashSecret(`${proof}\0${address}`);
}

/** Whether an account proved itself from an address in the last 30 days. */
export async function isKnownAddress(
  db: Queryable,
  proof: Proof,
  { accountId, address }: AccountAtAddress,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - ADDRESSES_KNOWN_MS);
  const rows = await inCallerTurn(db, turnOfAddress(address), () =>
    db.query(knownSinceStatement(accountId, hashOf(proof, address), since)),
  );
  return rows.length > 0;
}

/** Writes down that an account has proved itself from an address, unless that was done in the last day. */
export async function noteKnownAddress(
  db: Queryable,
  proof: Proof,
  { accountId, address }: AccountAtAddress,
  now: Date,
): Promise<void> {
  const when = { now, unlessSince: new Date(now.getTime() - NOTED_MS) };
  await inCallerTurn(db, turnOfAddress(address), async () => {
    const noted = await db.query(noteUseStatement(accountId, hashOf(proof, address), when));
    if (noted.length > 0) await db.query(deleteOldAddressesStatement(accountId, MAX_ADDRESSES));
  });
}

/**
 * Deletes where an account is known from: somebody else may have proved with what it proves itself by no more.
 * @param tx a transaction, in which the account is locked.
 * @param kept what the one who does it has just proved, and from where; null for somebody else.
 */
export async function removeKnownAddresses(
  tx: Queryable,
  accountId: number,
  kept: { address: string; proofs: readonly Proof[] } | null,
): Promise<void> {
  const hashes = kept ? kept.proofs.map((proof) => hashOf(proof, kept.address)) : [];
  await tx.prisma.knownAddress.deleteMany({ where: { accountId, addressHash: { notIn: hashes } } });
}
