import {
  deleteOldAddressesStatement,
  knownSinceStatement,
  noteUseStatement,
} from "@/lib/auth/limits/known-addresses.sql";
import { hashSecret } from "@/lib/crypto/secrets";
import type { Queryable } from "@/lib/db/client";
import { inCallerTurn, turnOfAddress } from "@/lib/db/locks/caller-turns";

/** The time for which an address is known after its last use (rules: known addresses). */
export const ADDRESSES_KNOWN_MS = 30 * 24 * 3_600_000;

/** The most known addresses of one account. The least recently used is dropped first. */
const MAX_ADDRESSES = 100;

/** The interval between two records of a use: its day suffices. */
const NOTED_MS = 24 * 3_600_000;

/** The ways in which an account proves itself. An address that is known for one is not known for the other. */
export type Proof = "password" | "factor";

/** An account at an address. No account has the number 0. */
export type AccountAtAddress = { accountId: number; address: string };

function hashOf(proof: Proof, address: string): Buffer<ArrayBuffer> {
  return hashSecret(`${proof}\0${address}`);
}

/** Returns whether an account proved itself from an address in the last 30 days. */
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

/** Records that an account proved itself from an address, unless that was recorded in the last day. */
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
 * Deletes the known addresses of an account: a stranger may have used the old password or factor there.
 * @param tx a transaction, in which the account is locked.
 * @param kept the caller's own proof and address; null for a change by another person.
 */
export async function removeKnownAddresses(
  tx: Queryable,
  accountId: number,
  kept: { address: string; proofs: readonly Proof[] } | null,
): Promise<void> {
  const hashes = kept ? kept.proofs.map((proof) => hashOf(proof, kept.address)) : [];
  await tx.prisma.knownAddress.deleteMany({ where: { accountId, addressHash: { notIn: hashes } } });
}
