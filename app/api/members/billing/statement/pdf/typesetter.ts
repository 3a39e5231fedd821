import { type Faces, graphemesOf, type Piece } from "@/app/api/members/billing/statement/pdf/faces";

/** The style of a text; `size` in points. Digits of `isNumber` are equally wide. */
export type Style = { isBold?: boolean; isNumber?: boolean; size?: number };

/** Characters of one font, in the font's input order. */
type Run = { drawn: string; face: string; width: number; features: Features };

/** One line of a text, in points. `ascent` is above its baseline. */
export type Line = { runs: Run[]; width: number; ascent: number; height: number };

/**
 * Methods that measure and draw texts of any script. They break lines, choose fonts, and order text written
 * from right to left.
 */
export type Typesetter = {
  /** Breaks a text into lines; one line at least. */
  lines(text: string, style: Style, width?: number): Line[];
  /** Draws lines below each other. The first line's top is at `y`. */
  draw(lines: readonly Line[], x: number, y: number, style: Style): void;
};

export const TEXT_SIZE = 9;

const WORDS = new Intl.Segmenter("en", { granularity: "word" });

/** Scripts that write words without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const NEVER_FIRST =
  /^[\p{Pe}\p{Pf}\p{M}!%),.:;?\]}、。〉》」』】〕ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々・：；？！，．）]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}$([{〈《「『【〔（]$/u;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Creates the typesetter of a sheet. The typesetter caches measured text. */
export function createTypesetter(sheet: PDFKit.PDFDocument, faces: Faces): Typesetter {
  const known = new Map<string, Line[]>();
  return {
    lines(text, style, width = Number.POSITIVE_INFINITY) {
      const { isBold = false, isNumber = false, size = TEXT_SIZE } = style;
      const key = JSON.stringify([text, isBold, isNumber, size, width]);
      const lines = known.get(key) ?? breakLines({ sheet, faces, style }, text, width);
      known.set(key, lines);
      return lines;
    },
    draw(lines, x, y, style) {
      let top = y;
      for (const line of lines) {
        drawLine(sheet, line, { x, y: top + line.ascent }, style);
        top += line.height;
      }
    },
  };
}

type Setting = { sheet: PDFKit.PDFDocument; faces: Faces; style: Style };

function breakLines(setting: Setting, text: string, width: number): Line[] {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).flatMap((paragraph) => {
    const isBold = setting.style.isBold === true;
    const pieces = setting.faces.split(readable(paragraph), isBold);
    const shown = pieces.map((piece) => piece.text).join("");
    const levels = setting.faces.levels(shown);
    const lines: Line[] = [];
    for (const [start, end] of rangesOf(setting, shown, width))
      lines.push(lineOf(setting, shown.slice(start, end).trimEnd(), levels?.subarray(start, end) ?? null));
    return lines;
  });
}

/**
 * Drops characters without a shape: controls, and those that would reverse the text. It also drops marks
 * beyond three on one letter: they would cover the lines above.
 */
export function readable(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\s\p{Cc}]/gu, " ")
    .replaceAll(/(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/(\p{Script=Inherited}{3})\p{Script=Inherited}+/gu, "$1");
}

/** Returns the ranges of a text's lines. It adds up widths, so a long text takes linear time. */
function rangesOf(setting: Setting, text: string, width: number): [number, number][] {
  const ranges: [number, number][] = [];
  let start = 0;
  let end = 0;
  let filled = 0;
  const add = (piece: string) => {
    const wide = widthOf(setting, piece);
    if (end > start && filled + (piece.endsWith(" ") ? widthOf(setting, piece.trimEnd()) : wide) > width) {
      ranges.push([start, end]);
      start = end;
      filled = 0;
    }
    end += piece.length;
    filled += wide;
  };
  for (const piece of unbrokenPieces(text)) {
    // A piece wider than a line is cut between characters.
    if (widthOf(setting, piece.trimEnd()) > width) for (const grapheme of graphemesOf(piece)) add(grapheme);
    else add(piece);
  }
  return [...ranges, [start, text.length]];
}

/** Splits a text at every place where a line may end. */
function unbrokenPieces(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of WORDS.segment(text)) {
    const last = pieces.at(-1);
    if (last === undefined || mayBreak(last, segment)) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
  }
  return pieces;
}

function mayBreak(before: string, after: string): boolean {
  if (after.startsWith(" ") || NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false;
  if (/[ /–—-]$/u.test(before)) return true;
  return UNSPACED.test(before.slice(-2)) || UNSPACED.test(after.slice(0, 2));
}

function widthOf({ sheet, faces, style }: Setting, text: string): number {
  return faces
    .split(text, style.isBold === true)
    .reduce((sum, { text: piece, face }) => sum + shaped(sheet, piece, face, style).width, 0);
}

type Features = PDFKit.Mixins.OpenTypeFeatures[];

/** Features without mark placement: fontkit throws on a mark that has no anchor in its font. */
const UNANCHORED = { mark: false, mkmk: false } as unknown as Features;

/** Measures text of one font with the features that draw it. */
function shaped(
  sheet: PDFKit.PDFDocument,
  text: string,
  face: string,
  { size = TEXT_SIZE, isNumber = false }: Style,
): { width: number; features: Features } {
  sheet.font(face).fontSize(size);
  // PDFKit lays out each word separately, from left to right, when it gets no features.
  const features: Features = isNumber ? ["tnum"] : [];
  try {
    return { width: sheet.widthOfString(text, { features }), features };
  } catch {
    return { width: sheet.widthOfString(text, { features: UNANCHORED }), features: UNANCHORED };
  }
}

function lineOf(setting: Setting, text: string, levels: Uint8Array | null): Line {
  const { sheet, faces, style } = setting;
  const runs = inVisualOrder(levelledPieces(setting, text, levels)).map(({ text: piece, face, level }) => {
    const isReversed = level % 2 === 1;
    const mirrored = isReversed ? faces.mirrored(piece) : piece;
    // A font reverses these scripts itself.
    const isTurned = RIGHT_TO_LEFT.test(piece) !== isReversed;
    const drawn = isTurned ? graphemesOf(mirrored).reverse().join("") : mirrored;
    return { drawn, face, ...shaped(sheet, drawn, face, style) };
  });
  const heights = ["regular", ...runs.map(({ face }) => face)].map((face) => heightOf(sheet, face, style));
  const ascent = Math.max(...heights.map((of) => of.ascent));
  const descent = Math.max(...heights.map((of) => of.descent));
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), ascent, height: ascent + descent };
}

type LevelledPiece = Piece & { level: number };

/** Splits a line into pieces of one font and one direction. */
function levelledPieces({ faces, style }: Setting, text: string, levels: Uint8Array | null): LevelledPiece[] {
  const pieces: LevelledPiece[] = [];
  let index = 0;
  for (const { text: whole, face } of faces.split(text, style.isBold === true)) {
    let from = index;
    index += whole.length;
    for (let at = from + 1; at <= index; at++) {
      if (at < index && levels?.[at] === levels?.[from]) continue;
      pieces.push({ text: text.slice(from, at), face, level: levels?.[from] ?? 0 });
      from = at;
    }
  }
  return pieces;
}

/** Orders the pieces of a line from left to right by their levels (Unicode's rule L2). */
function inVisualOrder(pieces: readonly LevelledPiece[]): LevelledPiece[] {
  const ordered = [...pieces];
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}

function heightOf(sheet: PDFKit.PDFDocument, face: string, { size = TEXT_SIZE }: Style) {
  const opened = sheet.font(face).fontSize(size) as unknown as { _font: { ascender: number } };
  const ascent = (opened._font.ascender / 1000) * size;
  return { ascent, descent: sheet.currentLineHeight(true) - ascent };
}

function drawLine(
  sheet: PDFKit.PDFDocument,
  line: Line,
  at: { x: number; y: number },
  { size = TEXT_SIZE }: Style,
): void {
  let { x } = at;
  for (const { drawn, face, width, features } of line.runs) {
    sheet
      .font(face)
      .fontSize(size)
      .text(drawn, x, at.y, { lineBreak: false, baseline: "alphabetic", features });
    x += width;
  }
}
