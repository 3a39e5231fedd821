import type { SenderAddress } from "@/lib/carriers/carrier";
import { poolNumber } from "@/lib/carriers/routing/sender-pool";
import { cachedTable } from "@/lib/db/cached-table";
import { withoutPlus } from "@/lib/sms/numbers/written-forms";

/** The columns of `carrier_senders` that say how a sender is written. */
export type AddressColumns = {
  source: string | null;
  ton: number | null;
  npi: number | null;
  pool: readonly string[];
};

/** A message's account and recipient. */
export type Recipient = { accountId: number; msisdn: string };

/** Gives the address of a sender for a recipient. */
export type AddressFor = (recipient: Recipient) => SenderAddress;

/** The address of a sender, by recipients if it has a pool (rules: sender pools); null where it is written as it is. */
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

/** The senders of a carrier by the addresses that it knows them by, numbers without a plus sign: several may have one. */
export type Sources = ReadonlyMap<string, readonly string[]>;

/** The same of all carriers, by their names, as of some seconds ago (rules: sender addresses). */
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
