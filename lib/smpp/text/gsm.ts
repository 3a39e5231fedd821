import { SCRIPT_LOCKING, SCRIPT_SINGLE, type ScriptLanguage } from "@/lib/smpp/text/national";

/** The national languages of GSM 03.38, by their number in a user data header. */
export type Language = 1 | 2 | 3 | ScriptLanguage;

/** Returns whether a number in a header is a language's. */
export const isLanguage = (number: number | undefined): number is Language =>
  number !== undefined && number >= 1 && number <= 13;

/** The tables of a text: 0 stands for the default ones. */
export type Tables = { locking: Language | 0; single: Language | 0 };

export const DEFAULT_TABLES: Tables = { locking: 0, single: 0 };

const ESCAPE = 0x1b;
/** The character for an escape without an escaped character. */
const NOTHING = " ";

const DIGITS_TO_Z = (first: string) => `0123456789:;<=>?${first}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const GREEK = "ΦΓΛΩΠΨΣΘΞ\x1b";

const DEFAULT = `@£$¥èéùìòÇ\nØø\rÅåΔ_${GREEK}ÆæßÉ !"#¤%&'()*+,-./${DIGITS_TO_Z("¡")}ÄÖÑÜ§¿${LOWER}äöñüà`;

/** The locking tables. Spanish uses the default one. */
const LOCKING: Record<Language | 0, string> = {
  0: DEFAULT,
  1: `@£$¥€éùıòÇ\nĞğ\rÅåΔ_${GREEK}ŞşßÉ !"#¤%&'()*+,-./${DIGITS_TO_Z("İ")}ÄÖÑÜ§ç${LOWER}äöñüà`,
  2: DEFAULT,
  ...SCRIPT_LOCKING,
  3: `@£$¥êéúíóç\nÔô\rÁáΔ_ªÇÀ∞^\\€Ó|\x1bÂâÊÉ !"#º%&'()*+,-./${DIGITS_TO_Z("Í")}ÃÕÚÜ§~${LOWER}ãõ\`üà`,
};

const EXTENSION: readonly (readonly [septet: number, character: string])[] = [
  [0x0a, "\f"],
  [0x14, "^"],
  [0x28, "{"],
  [0x29, "}"],
  [0x2f, "\\"],
  [0x3c, "["],
  [0x3d, "~"],
  [0x3e, "]"],
  [0x40, "|"],
  [0x65, "€"],
];

/** Returns pairs of a septet, by its letter or number, and the character behind the escape. */
const single = (pairs: string): ReadonlyMap<number, string> =>
  new Map([...EXTENSION, ...pairs.split(" ").map((pair) => [pair.charCodeAt(0), pair.slice(1)] as const)]);

const PORTUGUESE: readonly (readonly [number, string])[] = [
  [0x05, "ê"],
  [0x09, "ç"],
  [0x0b, "Ô"],
  [0x0c, "ô"],
  [0x0e, "Á"],
  [0x0f, "á"],
  [0x12, "Φ"],
  [0x13, "Γ"],
  [0x15, "Ω"],
  [0x16, "Π"],
  [0x17, "Ψ"],
  [0x18, "Σ"],
  [0x19, "Θ"],
  [0x1f, "Ê"],
  [0x5b, "Ã"],
  [0x5c, "Õ"],
  [0x7b, "ã"],
  [0x7c, "õ"],
  [0x7f, "â"],
];

/** The tables of characters behind an escape. */
const SINGLE: Record<Language | 0, ReadonlyMap<number, string>> = {
  ...SCRIPT_SINGLE,
  0: new Map(EXTENSION),
  1: single("GĞ Iİ SŞ cç gğ iı sş"),
  2: new Map([...single("AÁ IÍ OÓ UÚ aá ií oó uú"), [0x09, "ç"]]),
  3: new Map([...single("AÀ IÍ OÓ UÚ aÂ ií oó uú"), ...PORTUGUESE]),
};

const SEPTETS: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ...[...DEFAULT].map((character, septet) => [character, [septet]] as const),
  ...EXTENSION.map(([septet, character]) => [character, [ESCAPE, septet]] as const),
]);

/**
 * Returns the septets of a text, one in each octet: two for an escaped character, and `?` for a character that GSM
 * 03.38 lacks.
 */
export function toSeptets(text: string): Buffer {
  const septets: number[] = [];
  for (const character of text) septets.push(...(SEPTETS.get(character) ?? [0x3f]));
  return Buffer.from(septets);
}

/**
 * Returns the text of septets, one in each octet. The eighth bit is ignored. An escaped septet that its table lacks
 * is read as if it had no escape. Never throws.
 */
export function fromSeptets(septets: Uint8Array, tables: Tables = DEFAULT_TABLES): string {
  const locking = LOCKING[tables.locking];
  const escaped = SINGLE[tables.single];
  let text = "";
  let isEscaped = false;
  for (const octet of septets) {
    const septet = octet & 0x7f;
    if (isEscaped) {
      text += escaped.get(septet) ?? (septet === ESCAPE ? NOTHING : (locking[septet] ?? NOTHING));
      isEscaped = false;
    } else if (septet === ESCAPE) isEscaped = true;
    else text += locking[septet] ?? NOTHING;
  }
  return isEscaped ? text + NOTHING : text;
}

const CARRIAGE_RETURN = 0x0d;

/** The most octets of a short message, its header included. */
const MAX_OCTETS = 140;

/**
 * Returns the number of bits that are left over behind septets, and whether a reader may take their last septet for
 * padding.
 */
function packedEnd(septets: Uint8Array, headerOctets: number): { left: number; looksPadded: boolean } {
  const left = (8 - ((fillBits(headerOctets) + septets.length * 7) % 8)) % 8;
  const last = septets.at(-1);
  return { left, looksPadded: left === 0 && (last === 0 || last === CARRIAGE_RETURN) };
}

/** Returns whether packed septets end without padding, so that another part may follow them. */
export function endsClearly(septets: Uint8Array, headerOctets: number): boolean {
  const { left, looksPadded } = packedEnd(septets, headerOctets);
  return left !== 7 && !looksPadded;
}

/**
 * Packs septets, eight into seven octets (GSM 03.38, 6.1.2.3.1). Seven bits that are left over at the end hold a
 * carriage return, since zeros would be read as `@`. A carriage return that is the last septet of full octets is
 * written twice, since one would be read as padding.
 * @param headerOctets the octets of the header before the septets, which begin at a multiple of seven bits.
 */
export function packSeptets(septets: Uint8Array, headerOctets = 0): Buffer {
  const fill = fillBits(headerOctets);
  const { left, looksPadded } = packedEnd(septets, headerOctets);
  const hasRoom = headerOctets + Math.ceil((fill + (septets.length + 1) * 7) / 8) <= MAX_OCTETS;
  const isDoubled = looksPadded && septets.at(-1) === CARRIAGE_RETURN && hasRoom;
  const written = left === 7 || isDoubled ? [...septets, CARRIAGE_RETURN] : septets;
  const packed = Buffer.alloc(Math.ceil((fill + written.length * 7) / 8));
  let at = fill;
  for (const septet of written) {
    const shifted = (septet & 0x7f) << (at % 8);
    const octet = Math.floor(at / 8);
    packed[octet] = (packed[octet] ?? 0) | (shifted & 0xff);
    if (shifted > 0xff) packed[octet + 1] = shifted >> 8;
    at += 7;
  }
  return packed;
}

/** Unpacks septets. It drops a carriage return or `@` that fills the last seven bits. Never throws. */
export function unpackSeptets(packed: Uint8Array, headerOctets = 0): Buffer {
  const fill = fillBits(headerOctets);
  const count = Math.max(Math.floor((packed.length * 8 - fill) / 7), 0);
  const septets = Buffer.alloc(count);
  for (let index = 0; index < count; index++) {
    const at = fill + index * 7;
    const octet = Math.floor(at / 8);
    const pair = (packed[octet] ?? 0) | ((packed[octet + 1] ?? 0) << 8);
    septets[index] = (pair >> (at % 8)) & 0x7f;
  }
  const isFull = (packed.length * 8 - fill) % 7 === 0 && count > 0;
  const last = septets[count - 1];
  return isFull && (last === 0 || last === CARRIAGE_RETURN) ? septets.subarray(0, -1) : septets;
}

function fillBits(headerOctets: number): number {
  return (7 - ((headerOctets * 8) % 7)) % 7;
}
