import type { CarrierInbound, InboundPart } from "@/lib/carriers/inbound";
import { DEFAULT_TABLES } from "@/lib/smpp/text/gsm";
import { byteOrderOf, charsetOf, decodeText, decodeUtf16 } from "@/lib/smpp/text/text";

/** A part of a long message. Its addresses are in the stored form. */
export type Part = CarrierInbound & Required<Pick<CarrierInbound, "part">>;

/** The mark for one or more missing parts at a place. */
export const GAP = "[…]";

/**
 * Joins the text of parts of one message in their order, with a mark for missing ones. Octets of parts with equal
 * encodings are joined before they are decoded. Linear in the octets. Never throws.
 */
export function joinParts(parts: readonly Part[]): Pick<CarrierInbound, "body" | "encoding"> {
  const sorted = parts.toSorted((a, b) => a.part.number - b.part.number);
  const total = sorted[0]?.part.total ?? 0;
  const pieces: string[] = [];
  let run: Part[] = [];
  const endRun = () => {
    if (run[0]) pieces.push(textOf(run.map(({ part }) => part)));
    run = [];
  };
  let next = 1;
  for (const given of sorted) {
    const { number } = given.part;
    if (number > next || (run[0] && !isReadAs(run[0], given))) endRun();
    if (number > next) pieces.push(GAP);
    run.push(given);
    next = number + 1;
  }
  endRun();
  if (next <= total) pieces.push(GAP);
  const isUcs2 = sorted.some(({ part }) => charsetOf(part.terms.dataCoding) === "ucs2");
  return { body: pieces.join(""), encoding: isUcs2 ? "UCS-2" : "GSM-7" };
}

/**
 * Joins the text of consecutive parts in one encoding. A phone may write a byte order mark into each part, or only into
 * the first: then the mark sets the order of the other parts too.
 */
function textOf(parts: readonly InboundPart[]): string {
  const [first] = parts;
  if (first === undefined) return "";
  if (charsetOf(first.terms.dataCoding) !== "ucs2")
    return decodeText(Buffer.concat(parts.map(({ octets }) => octets)), first.terms);
  const order = byteOrderOf(first.octets);
  let length = 0;
  const octets = parts.map(({ octets: given }) => {
    // A part that begins within a character has no mark.
    const own = length % 2 === 0 ? byteOrderOf(given) : null;
    length += given.length;
    const text = own === null ? given : given.subarray(2);
    return own !== null && own !== (order ?? "big") ? swapped(text) : text;
  });
  return decodeUtf16(Buffer.concat(octets), order);
}

function swapped(octets: Buffer): Buffer {
  return Buffer.from(octets.subarray(0, octets.length & ~1)).swap16();
}

function isReadAs({ part: { terms: one } }: Part, { part: { terms: other } }: Part): boolean {
  const { tables: oneTables = DEFAULT_TABLES } = one;
  const { tables: otherTables = DEFAULT_TABLES } = other;
  return (
    one.dataCoding === other.dataCoding &&
    one.alphabet === other.alphabet &&
    oneTables.locking === otherTables.locking &&
    oneTables.single === otherTables.single
  );
}
