import { readFile } from "node:fs/promises";
import path from "node:path";

/** Characters that one font draws, in reading order. */
export type Piece = { text: string; face: string };

/** The fonts that a document needs. */
export type Faces = {
  /**
   * Splits a text into pieces for the fonts that draw it. A character without a font becomes its plain form
   * or a question mark.
   */
  split(text: string, isBold: boolean): Piece[];
  /**
   * Returns the embedding level of each UTF-16 unit, odd from right to left; null if all go from left to
   * right.
   */
  levels(text: string): Uint8Array | null;
  /** Swaps brackets and the like, which look the other way from right to left. */
  mirrored(text: string): string;
};

type Face = { name: string; has(codePoint: number): boolean };

/** The name of the font that completes Latin, Greek and Cyrillic: a word keeps one font if possible. */
const LATIN = "noto-sans.ttf";

/**
 * Fonts beside the pages' own, and the characters that each is opened for. The first font with a glyph draws
 * the character. Droid Sans Fallback has the usual Chinese, Japanese and Korean characters in a fifth of the
 * size of its successors.
 */
const FALLBACKS: readonly { file: string; of: RegExp }[] = [
  {
    file: LATIN,
    of: /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u,
  },
  { file: "noto-sans-arabic.ttf", of: /\p{Script_Extensions=Arabic}/u },
  { file: "noto-sans-hebrew.ttf", of: /\p{Script_Extensions=Hebrew}/u },
  { file: "noto-sans-syriac.ttf", of: /\p{Script_Extensions=Syriac}/u },
  { file: "noto-sans-thaana.ttf", of: /\p{Script_Extensions=Thaana}/u },
  { file: "noto-sans-devanagari.ttf", of: /\p{Script_Extensions=Devanagari}/u },
  { file: "noto-sans-bengali.ttf", of: /\p{Script_Extensions=Bengali}/u },
  { file: "noto-sans-gurmukhi.ttf", of: /\p{Script_Extensions=Gurmukhi}/u },
  { file: "noto-sans-gujarati.ttf", of: /\p{Script_Extensions=Gujarati}/u },
  { file: "noto-sans-oriya.ttf", of: /\p{Script_Extensions=Oriya}/u },
  { file: "noto-sans-tamil.ttf", of: /\p{Script_Extensions=Tamil}/u },
  { file: "noto-sans-telugu.ttf", of: /\p{Script_Extensions=Telugu}/u },
  { file: "noto-sans-kannada.ttf", of: /\p{Script_Extensions=Kannada}/u },
  { file: "noto-sans-malayalam.ttf", of: /\p{Script_Extensions=Malayalam}/u },
  { file: "noto-sans-sinhala.ttf", of: /\p{Script_Extensions=Sinhala}/u },
  { file: "noto-sans-thai.ttf", of: /[\p{Script_Extensions=Thai}฿]/u },
  { file: "noto-sans-lao.ttf", of: /\p{Script_Extensions=Lao}/u },
  { file: "noto-sans-khmer.ttf", of: /\p{Script_Extensions=Khmer}/u },
  { file: "noto-sans-myanmar.ttf", of: /\p{Script_Extensions=Myanmar}/u },
  { file: "noto-sans-armenian.ttf", of: /\p{Script_Extensions=Armenian}/u },
  { file: "noto-sans-georgian.ttf", of: /\p{Script_Extensions=Georgian}/u },
  { file: "noto-sans-ethiopic.ttf", of: /\p{Script_Extensions=Ethiopic}/u },
  {
    file: "noto-emoji.ttf",
    of: /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]|\u20e3/u,
  },
  { file: "noto-sans-symbols.ttf", of: /\p{S}/u },
  { file: "noto-sans-symbols-2.ttf", of: /\p{S}/u },
  { file: "noto-sans-math.ttf", of: /\p{S}/u },
  ...["droid-sans-fallback.ttf", "droid-sans-fallback-extra.ttf", "noto-sans-cjk-rare.otf"].map((file) => ({
    file,
    of: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u33ff\ufe30-\ufe4f\uff00-\uffef\u{1f200}-\u{1f2ff}]/u,
  })),
];

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Characters that join or vary their neighbours and have no shape of their own. */
const SHAPELESS = /\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits a text into the characters that people count. */
export function graphemesOf(text: string): string[] {
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
}

/**
 * Opens only the fonts that draw a text.
 * @param text all text of the document that may need a font other than the pages' own.
 */
export async function openFaces(sheet: PDFKit.PDFDocument, text: string): Promise<Faces> {
  const open = async (name: string, file: string): Promise<Face> => {
    sheet.registerFont(name, await readFile(fontFile(file)));
    return faceOf(sheet, name);
  };
  const bold = await open("bold", "geist-semibold.ttf");
  const regular = await open("regular", "geist-regular.ttf");
  const opened = new Map<string, Face>();
  for (const character of new Set([...text].concat([...text.normalize("NFKC")]))) {
    if (hasAll(regular, character)) continue;
    for (const { file, of } of FALLBACKS) {
      if (!of.test(character)) continue;
      const face = opened.get(file) ?? (await open(file, path.join("names", file)));
      opened.set(file, face);
      if (hasAll(face, character)) break;
    }
  }
  const fallbacks = FALLBACKS.flatMap(({ file }) => opened.get(file) ?? []);
  // Few documents need this font.
  const bidi = RIGHT_TO_LEFT.test(text) ? (await import("bidi-js")).default() : null;
  return {
    split: (shown, isBold) => splitByFace(shown, isBold ? bold : regular, fallbacks),
    levels: (shown) =>
      bidi && RIGHT_TO_LEFT.test(shown) ? bidi.getEmbeddingLevels(shown, "auto").levels : null,
    mirrored: (shown) =>
      Array.from(shown, (character) => bidi?.getMirroredCharacter(character) ?? character).join(""),
  };
}

/**
 * Returns the path of a font. The pages' font has macrons; the fonts in `names` draw names of other scripts,
 * in formats for PDF.
 */
const fontFile = (file: string) => path.join(/* turbopackIgnore: true */ process.cwd(), "app", "fonts", file);

function faceOf(sheet: PDFKit.PDFDocument, name: string): Face {
  // PDFKit's types omit the opened font.
  const opened = sheet.font(name) as unknown as {
    _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
  };
  const { font } = opened._font;
  return { name, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
}

function hasAll(face: Face, text: string): boolean {
  return Array.from(text.replaceAll(SHAPELESS, "")).every((character) =>
    face.has(character.codePointAt(0) ?? 0),
  );
}

function splitByFace(text: string, base: Face, fallbacks: readonly Face[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: Piece) => {
    const last = pieces.at(-1);
    if (last?.face === piece.face) last.text += piece.text;
    else pieces.push(piece);
  };
  const latin = fallbacks.find(({ name }) => name === LATIN);
  for (const word of text.split(/(?<= )/)) {
    const whole = [base, ...(latin ? [latin] : [])].find((face) => hasAll(face, word));
    if (whole) add({ text: word, face: whole.name });
    else for (const grapheme of graphemesOf(word)) add(drawable(grapheme, base, fallbacks));
  }
  return pieces;
}

function drawable(grapheme: string, base: Face, fallbacks: readonly Face[]): Piece {
  const [first = ""] = grapheme;
  const faces = [base, ...fallbacks];
  // A rare mark is dropped before its letter is replaced.
  for (const text of [grapheme, first, grapheme.normalize("NFKC")]) {
    const face = faces.find((candidate) => hasAll(candidate, text));
    if (face) return { text, face: face.name };
  }
  return { text: "?", face: base.name };
}
