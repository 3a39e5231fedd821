import { z } from "zod";
import type { SenderAddress } from "@/lib/carriers/carrier";
import { type AddressColumns, addressOf } from "@/lib/carriers/sender-addresses";
import type { Queryable } from "@/lib/db/client";

const octet = z.int().min(0).max(255).optional();

const name = z.string().min(1).max(20);

/**
 * A sender with the address that the carrier knows it by, the type and plan of that (rules: sender addresses), and whether it
 * is zero-rated.
 */
const addressed = z.strictObject({
  sender: name,
  source: name.regex(/^[!-~]+$/, "must be printable ASCII without spaces").optional(),
  ton: octet,
  npi: octet,
  /** An answer to it costs the recipient nothing (rules: zero-rated senders). */
  zeroRated: z.boolean().optional(),
});

/** A sender as an operator writes it: alone, or with its address and its mark. */
export const writtenSender = z.union([name, addressed], "must be a sender, or an object with one");

export type WrittenSender = z.infer<typeof writtenSender>;

type SenderColumns = AddressColumns & { sender: string; zeroRated: boolean };

/** The columns that a written sender is kept in. */
export function senderColumns(written: WrittenSender): SenderColumns {
  const given = typeof written === "string" ? { sender: written } : written;
  const { sender, source = null, ton = null, npi = null, zeroRated = false } = given;
  return { sender, source, ton, npi, zeroRated };
}

/** A kept sender as it is written. */
export function asWritten({ sender, source, ton, npi, zeroRated }: SenderColumns): WrittenSender {
  if (source === null && ton === null && npi === null && !zeroRated) return sender;
  return {
    sender,
    ...(source !== null && { source }),
    ...(ton !== null && { ton }),
    ...(npi !== null && { npi }),
    ...(zeroRated && { zeroRated }),
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
