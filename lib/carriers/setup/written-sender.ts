import { z } from "zod";
import type { SenderAddress } from "@/lib/carriers/carrier";
import { type AddressColumns, addressOf } from "@/lib/carriers/sender-addresses";
import type { Queryable } from "@/lib/db/client";
import { withoutPlus } from "@/lib/sms/numbers/written-forms";

const octet = z.int().min(0).max(255).optional();

const name = z.string().min(1).max(20);

const address = name.regex(/^[!-~]+$/, "must be printable ASCII without spaces");

/** The most numbers of a pool. */
const MAX_POOL = 100;

/**
 * A sender with its address at the carrier, the address's type and plan (rules: sender addresses), and
 * whether it is zero-rated.
 */
const fields = z.strictObject({
  sender: name,
  source: address.optional(),
  ton: octet,
  npi: octet,
  /** The numbers that replace the single source. Each recipient keeps one of them (rules: sender pools). */
  pool: z.array(address).min(1, "must have a number").max(MAX_POOL).optional(),
  /** True if answers to the sender are free for the recipient (rules: zero-rated senders). */
  zeroRated: z.boolean().optional(),
});

const addressed = fields.superRefine(({ source, pool = [] }, context) => {
  const wrong = (message: string) => context.addIssue({ code: "custom", path: ["pool"], message });
  if (source !== undefined && pool.length > 0) wrong("takes the place of source: name one of them");
  if (new Set(pool.map(withoutPlus)).size < pool.length) wrong("names a number twice");
});

/** A sender in the form that operators write: a name alone, or an object with its address and mark. */
export const writtenSender = z.union([name, addressed], "must be a sender, or an object with one");

export type WrittenSender = z.infer<typeof writtenSender>;

type SenderColumns = AddressColumns & { sender: string; zeroRated: boolean };

/** Returns the columns of a written sender. */
export function senderColumns(written: WrittenSender): SenderColumns {
  const given = typeof written === "string" ? { sender: written } : written;
  const { sender, source = null, ton = null, npi = null, pool = [], zeroRated = false } = given;
  return { sender, source, ton, npi, pool, zeroRated };
}

/** Returns a stored sender in its written form. */
export function asWritten({ sender, source, ton, npi, pool, zeroRated }: SenderColumns): WrittenSender {
  const isPlain = source === null && ton === null && npi === null && pool.length === 0;
  if (isPlain && !zeroRated) return sender;
  return {
    sender,
    ...(source !== null && { source }),
    ...(ton !== null && { ton }),
    ...(npi !== null && { npi }),
    ...(pool.length > 0 && { pool: [...pool] }),
    ...(zeroRated && { zeroRated }),
  };
}

/**
 * Returns the address of a sender at a carrier, for a recipient without an account; null if the address is
 * the sender itself.
 */
export async function findAddress(
  db: Queryable,
  carrier: string,
  sender: string,
  msisdn = "",
): Promise<SenderAddress | null> {
  const row = await db.prisma.carrierSender.findFirst({ where: { sender, carrier: { name: carrier } } });
  return (row && addressOf(row)?.({ accountId: 0, msisdn })) ?? null;
}
