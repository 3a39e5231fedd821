import { z } from "zod";
import type { SenderAddress } from "@/lib/carriers/carrier";
import { type AddressColumns, addressOf } from "@/lib/carriers/sender-addresses";
import type { Queryable } from "@/lib/db/client";

const octet = z.int().min(0).max(255).optional();

const name = z.string().min(1).max(20);

/** A sender with the address that the carrier knows it by, and the type and plan of that (rules: sender addresses). */
const addressed = z.strictObject({
  sender: name,
  source: name.regex(/^[!-~]+$/, "must be printable ASCII without spaces").optional(),
  ton: octet,
  npi: octet,
});

/** A sender as an operator writes it: alone, or with its address. */
export const writtenSender = z.union([name, addressed], "must be a sender, or an object with one");

export type WrittenSender = z.infer<typeof writtenSender>;

/** The columns that a written sender is kept in. */
export function senderColumns(written: WrittenSender): AddressColumns & { sender: string } {
  if (typeof written === "string") return { sender: written, source: null, ton: null, npi: null };
  const { sender, source = null, ton = null, npi = null } = written;
  return { sender, source, ton, npi };
}

/** A kept sender as it is written. */
export function asWritten({ sender, ...columns }: AddressColumns & { sender: string }): WrittenSender {
  const { source, ton, npi } = columns;
  if (source === null && ton === null && npi === null) return sender;
  return {
    sender,
    ...(source !== null && { source }),
    ...(ton !== null && { ton }),
    ...(npi !== null && { npi }),
  };
}

/** The address that a carrier knows a sender by; null where it is written as it is. */
export async function findAddress(
  db: Queryable,
  carrier: string,
  sender: string,
): Promise<SenderAddress | null> {
  const row = await db.prisma.carrierSender.findFirst({ where: { sender, carrier: { name: carrier } } });
  return row && addressOf(row);
}
