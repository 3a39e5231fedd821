import { otherBases } from "@/lib/smpp/receipt/message-id";

const MAX_REMEMBERED = 5_000;

/**
 * The references of the last messages that were accepted: by them an id is recognised that the receipt has in another base
 * than the response had.
 */
export class RecentReferences {
  private readonly remembered = new Set<string>();

  add(reference: string): void {
    this.remembered.add(reference);
    if (this.remembered.size > MAX_REMEMBERED)
      this.remembered.delete(this.remembered.values().next().value ?? "");
  }

  /** The reference of a receipt's id, and the format that its receipts have where it is not the one that is set. */
  find(id: string): { reference: string; format: "hex" | "decimal" | null } {
    if (this.remembered.has(id)) return { reference: id, format: null };
    const other = otherBases(id).find((candidate) => this.remembered.has(candidate.id));
    return other ? { reference: other.id, format: other.format } : { reference: id, format: null };
  }
}
