import type { SenderAddress } from "@/lib/carriers/carrier";
import { cachedTable } from "@/lib/db/cached-table";
import { withoutPlus } from "@/lib/sms/numbers/written-forms";

/** The columns of `carrier_senders` that say how a sender is written. */
export type AddressColumns = { source: string | null; ton: number | null; npi: number | null };

/** The address of a sender; null where it is written as it is. */
export function addressOf({
  sender,
  source,
  ton,
  npi,
}: AddressColumns & { sender: string }): SenderAddress | null {
  return source === null && ton === null && npi === null ? null : { source: source ?? sender, ton, npi };
}

/** The senders of a carrier by the addresses that it knows them by, numbers without a plus sign: several may have one. */
export type Sources = ReadonlyMap<string, readonly string[]>;

/** The same of all carriers, by their names, as of some seconds ago (rules: sender addresses). */
export const loadSources = cachedTable<ReadonlyMap<string, Sources>>(async (db) => {
  const rows = await db.prisma.carrierSender.findMany({
    select: { sender: true, source: true, carrier: { select: { name: true } } },
    orderBy: { sender: "asc" },
  });
  const sources = new Map<string, Map<string, string[]>>();
  for (const { sender, source, carrier } of rows) {
    const ofCarrier = sources.get(carrier.name) ?? new Map<string, string[]>();
    sources.set(carrier.name, ofCarrier);
    const address = withoutPlus(source ?? sender);
    ofCarrier.set(address, [...(ofCarrier.get(address) ?? []), sender]);
  }
  return sources;
});
