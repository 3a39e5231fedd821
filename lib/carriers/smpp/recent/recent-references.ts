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
   * The reference of a receipt's id, and the format that its receipts have where it is not the one that is set. An id that
   * is another's in another base stays as it is: the message of its own may be older, or its response still to come.
   * `isKnown`: whether it is that of a message to one of the addresses.
   * @param addresses what the receipt names, as `writtenDigits` reads it: one of them is the handset.
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
