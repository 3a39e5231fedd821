import { otherBases } from "@/lib/smpp/receipt/message-id";
import { isWrittenFormOf } from "@/lib/sms/numbers/written-forms";

const MAX_REMEMBERED = 5_000;

/**
 * The references of the last messages that were accepted, each with its handset: by them an id is recognised that the receipt
 * has in another base than the response had.
 */
export class RecentReferences {
  private readonly remembered = new Map<string, string>();

  add(reference: string, msisdn: string): void {
    this.remembered.set(reference, msisdn);
    if (this.remembered.size > MAX_REMEMBERED)
      this.remembered.delete(this.remembered.keys().next().value ?? "");
  }

  /**
   * Returns the reference of a receipt's id, and the format of the carrier's receipts if it differs from the configured
   * one. An id that is another message's id in another base stays unchanged: its own message may be older, or its
   * response pending. `isKnown` is true for the id of a message to one of the addresses.
   * @param addresses the receipt's addresses, as `writtenDigits` reads them: one of them is the handset.
   */
  find(
    id: string,
    addresses: readonly (string | null)[],
  ): { reference: string; format: "hex" | "decimal" | null; isKnown: boolean } {
    const isOwn = (reference: string) => {
      const msisdn = this.remembered.get(reference);
      return msisdn !== undefined && addresses.some((address) => address && isWrittenFormOf(address, msisdn));
    };
    if (this.remembered.has(id)) return { reference: id, format: null, isKnown: isOwn(id) };
    const other = otherBases(id).find((candidate) => isOwn(candidate.id));
    if (other) return { reference: other.id, format: other.format, isKnown: true };
    return { reference: id, format: null, isKnown: false };
  }
}
