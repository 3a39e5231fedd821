import { lockBookStatement, makeBookStatement } from "@/lib/contacts/book.sql";
import { MAX_CONTACTS } from "@/lib/contracts/base/values";
import type { Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * Locks an account's contacts, lists and fields until the transaction ends, so that concurrent changes keep the
 * limits (rules: contacts). The account itself is not locked: a long change of contacts delays no message.
 * @returns the number of contacts.
 */
export async function lockBook(tx: Transaction, accountId: number): Promise<number> {
  await tx.query(makeBookStatement(accountId));
  const [book] = await tx.query<{ contacts: number }>(lockBookStatement(accountId));
  return book?.contacts ?? 0;
}

/**
 * Rejects contacts beyond the limit (rules: contacts).
 * @throws GatewayError `conflict`.
 */
export function requireRoom(contacts: number): void {
  if (contacts <= MAX_CONTACTS) return;
  const most = MAX_CONTACTS.toLocaleString("en-NZ");
  throw new GatewayError("conflict", `An account has at most ${most} contacts. Remove some first.`);
}
