import type { SenderAddress } from "@/lib/carriers/carrier";
import { poolNumber } from "@/lib/carriers/routing/sender-pool";
import { cachedTable } from "@/lib/db/cached-table";
import { withoutPlus } from "@/lib/sms/numbers/written-forms";

/** The columns of `carrier_senders` that determine the form of a sender. */
export type AddressColumns = {
  source: string | null;
  ton: number | null;
  npi: number | null;
  pool: readonly string[];
};

/** A message's account and recipient. */
export type Recipient = { accountId: number; msisdn: string };

/** Returns the address of a sender for a recipient. */
export type AddressFor = (recipient: Recipient) => SenderAddress;

/**
 * Returns the address of a sender, which depends on the recipient if the sender has a pool
 * (rules: sender pools). Null if the address is the sender itself.
 */
export function addressOf({
  sender,
  source,
  ton,
  npi,
  pool,
}: AddressColumns & { sender: string }): AddressFor | null {
  if (pool.length > 0) return (recipient) => ({ source: poolNumber(pool, recipient), ton, npi });
  if (source === null && ton === null && npi === null) return null;
  const address = { source: source ?? sender, ton, npi };
  return () => address;
}

/**
 * The senders of a carrier by their addresses there. Numbers have no plus sign. Several senders may share an
 * address.
 */
export type Sources = ReadonlyMap<string, readonly string[]>;

/**
 * Loads the senders by address of all carriers, by carrier name (rules: sender addresses). The result may be
 * a few seconds old.
 */
export const loadSources = cachedTable<ReadonlyMap<string, Sources>>(async (db) => {
  const rows = await db.prisma.carrierSender.findMany({
    select: { sender: true, source: true, pool: true, carrier: { select: { name: true } } },
    orderBy: { sender: "asc" },
  });
  const sources = new Map<string, Map<string, string[]>>();
  for (const { sender, source, pool, carrier } of rows) {
    const ofCarrier = sources.get(carrier.name) ?? new Map<string, string[]>();
    sources.set(carrier.name, ofCarrier);
    for (const address of new Set((pool.length > 0 ? pool : [source ?? sender]).map(withoutPlus)))
      ofCarrier.set(address, [...(ofCarrier.get(address) ?? []), sender]);
  }
  return sources;
});
