/** The spellings of a message id by an SMSC: a text, a decimal number, or a hexadecimal number. */
export const ID_FORMATS = ["text", "decimal", "hex"] as const;
export type IdFormat = (typeof ID_FORMATS)[number];

/** The longest id that SMPP 3.4 allows. */
const MAX_ID_LENGTH = 64;
const PATTERN: Record<Exclude<IdFormat, "text">, RegExp> = { decimal: /^\d+$/, hex: /^[0-9a-f]+$/ };

/**
 * Returns the form of an id in which a receipt is compared with a response: small letters, no leading zeros, numbers
 * in decimal. Two ids of one message are equal in this form, for any case and zeros, and for any base that the
 * formats name.
 * @returns null for an empty id, and for one of more than 64 characters. Never throws.
 */
export function canonicalId(given: string, format: IdFormat): string | null {
  const id = given.trim().toLowerCase();
  if (id === "" || id.length > MAX_ID_LENGTH) return null;
  if (format !== "text" && PATTERN[format].test(id))
    return BigInt(format === "hex" ? `0x${id}` : id).toString();
  return id.replace(/^0+(?=.)/, "");
}

/** The spellings of a link's ids in responses and in receipts. */
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
 * Returns the formats by which an id of a response and an id of a receipt are equal; null if the current formats
 * already achieve that, or no formats do.
 * @param recorded the canonical id of the response, by the current format. `reported` is that of the receipt.
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

/** Returns an id in a format's spelling, from its canonical form. */
function writtenForm(canonical: string, format: IdFormat): string {
  const isNumber = format === "hex" && PATTERN.decimal.test(canonical);
  return isNumber ? BigInt(canonical).toString(16) : canonical;
}

/**
 * Returns the canonical forms of an id in another base. `hex` reads it as hexadecimal, and `decimal` returns the
 * hexadecimal digits of a decimal. They show an operator the format of a link's receipts.
 */
export function otherBases(canonical: string): { format: "hex" | "decimal"; id: string }[] {
  const others: { format: "hex" | "decimal"; id: string }[] = [];
  if (PATTERN.hex.test(canonical)) others.push({ format: "hex", id: BigInt(`0x${canonical}`).toString() });
  if (PATTERN.decimal.test(canonical)) others.push({ format: "decimal", id: BigInt(canonical).toString(16) });
  return others;
}
