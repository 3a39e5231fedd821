/** How an SMSC writes a message id in one place: as it is, as a decimal number, or as a hexadecimal one. */
export const ID_FORMATS = ["text", "decimal", "hex"] as const;
export type IdFormat = (typeof ID_FORMATS)[number];

/** The longest id that SMPP 3.4 allows. */
const MAX_ID_LENGTH = 64;
const PATTERN: Record<Exclude<IdFormat, "text">, RegExp> = { decimal: /^\d+$/, hex: /^[0-9a-f]+$/ };

/**
 * The one form of an id by which a receipt is compared with a response: small letters, no leading zeros, numbers in
 * decimal. Two ids of one message are equal in it, whatever their case, zeros and, by the formats, their base.
 * @returns null where there is no id, or one of more than 64 characters. Never throws.
 */
export function canonicalId(given: string, format: IdFormat): string | null {
  const id = given.trim().toLowerCase();
  if (id === "" || id.length > MAX_ID_LENGTH) return null;
  if (format !== "text" && PATTERN[format].test(id))
    return BigInt(format === "hex" ? `0x${id}` : id).toString();
  return id.replace(/^0+(?=.)/, "");
}

/** How a link's ids are written in responses and in receipts. */
export type IdFormats = { responseIds: IdFormat; receiptIds: IdFormat };

/** Returns the formats of a link's settings as they are stored. */
export function formatsOf(settings: unknown): IdFormats {
  const given = (settings ?? {}) as Partial<Record<keyof IdFormats, unknown>>;
  const read = (value: unknown) => ID_FORMATS.find((format) => format === value) ?? "text";
  return { responseIds: read(given.responseIds), receiptIds: read(given.receiptIds) };
}

const NUMBERS = ["decimal", "hex"] as const;

/** The pairs of bases, those that differ first. */
const PAIRS: readonly { responseIds: "decimal" | "hex"; receiptIds: "decimal" | "hex" }[] = [
  { responseIds: "hex", receiptIds: "decimal" },
  { responseIds: "decimal", receiptIds: "hex" },
  ...NUMBERS.map((base) => ({ responseIds: base, receiptIds: base })),
];

/**
 * Returns the formats by which an id of a response and one of a receipt are one id; null if the current ones already do
 * that, or none do.
 * @param recorded the canonical id of the response, by the current format, as `reported` is that of the receipt.
 */
export function proposedFormats(recorded: string, reported: string, current: IdFormats): IdFormats | null {
  const response = writtenForm(recorded, current.responseIds);
  const receipt = writtenForm(reported, current.receiptIds);
  const isOne = ({ responseIds, receiptIds }: IdFormats) =>
    canonicalId(response, responseIds) === canonicalId(receipt, receiptIds);
  if (isOne(current)) return null;
  const isFit = ({ responseIds, receiptIds }: (typeof PAIRS)[number]) =>
    PATTERN[responseIds].test(response) && PATTERN[receiptIds].test(receipt);
  return PAIRS.find((pair) => isFit(pair) && isOne(pair)) ?? null;
}

/** Returns an id as it was written that has a canonical form by a format. */
function writtenForm(canonical: string, format: IdFormat): string {
  const isNumber = format === "hex" && PATTERN.decimal.test(canonical);
  return isNumber ? BigInt(canonical).toString(16) : canonical;
}

/**
 * What an id would be in its canonical form were its base another: `hex` reads it as hexadecimal, `decimal` gives the
 * hexadecimal digits of a decimal. For telling an operator which format the receipts of a link have.
 */
export function otherBases(canonical: string): { format: "hex" | "decimal"; id: string }[] {
  const others: { format: "hex" | "decimal"; id: string }[] = [];
  if (PATTERN.hex.test(canonical)) others.push({ format: "hex", id: BigInt(`0x${canonical}`).toString() });
  if (PATTERN.decimal.test(canonical)) others.push({ format: "decimal", id: BigInt(canonical).toString(16) });
  return others;
}
