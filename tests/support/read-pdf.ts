import { inflateSync } from "node:zlib";

/** A text as a PDF draws it, in points from the lower left corner of its page. */
export type DrawnText = {
  page: number;
  x: number;
  y: number;
  /** The PostScript name of its font, without the tag of a subset. */
  font: string;
  /** The characters of its glyphs from left to right. */
  text: string;
  /** Its glyphs in their font. */
  glyphs: number[];
  /** The number of glyphs that stand for a missing character. */
  missing: number;
};

type Font = { name: string; characters: Map<number, string> };

/** Reads the texts of a PDF that PDFKit wrote with embedded fonts, and the number of its pages. */
export function readPdf(pdf: Buffer): { pages: number; texts: DrawnText[]; text: string } {
  const objects = new Map(
    [...pdf.toString("latin1").matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(
      ([, id = "", body = ""]) => [id, body],
    ),
  );
  const refer = (body: string, key: string) =>
    objects.get(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(body)?.[1] ?? "") ?? "";
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  const fonts = new Map<string, Font>();
  for (const body of pages) {
    for (const [, id = "", at = ""] of refer(body, "Resources").matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(at) ?? "";
      const name = /\/BaseFont \/(?:[A-Z]{6}\+)?(\S+)/.exec(font)?.[1] ?? "";
      fonts.set(id, { name, characters: charactersOf(streamOf(refer(font, "ToUnicode"))) });
    }
  }
  const texts = pages.flatMap((body, index) => textsOf(streamOf(refer(body, "Contents")), fonts, index + 1));
  return { pages: pages.length, texts, text: texts.map(({ text }) => text).join("\n") };
}

function streamOf(body: string): string {
  const [, packed = ""] = /stream\r?\n([\s\S]*)\r?\nendstream/.exec(body) ?? [];
  return packed === "" ? "" : inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
}

function charactersOf(table: string): Map<number, string> {
  const characters = new Map<number, string>();
  for (const [, first = "", list = ""] of table.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex = ""]] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      characters.set(Number.parseInt(first, 16) + index, utf16(hex));
  }
  return characters;
}

const utf16 = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le");

function textsOf(content: string, fonts: ReadonlyMap<string, Font>, page: number): DrawnText[] {
  const texts: DrawnText[] = [];
  let font: Font | undefined;
  let [x, y] = [0, 0];
  const token =
    /1 0 0 1 (?<x>[\d.-]+) (?<y>[\d.-]+) Tm|\/(?<font>F\d+) [\d.]+ Tf|\[(?<shown>(?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g;
  for (const { groups = {} } of content.matchAll(token)) {
    if (groups.x !== undefined) [x, y] = [Number(groups.x), Number(groups.y)];
    else if (groups.font) font = fonts.get(groups.font);
    else if (groups.shown !== undefined) {
      const ids = [...groups.shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(
        ([, hex = ""]) => hex.match(/.{4}/g) ?? [],
      );
      const numbers = ids.map((id) => Number.parseInt(id, 16));
      const text = numbers.map((id) => font?.characters.get(id) ?? "\ufffd").join("");
      const missing = numbers.filter((id) => id === 0).length;
      texts.push({ page, x, y, font: font?.name ?? "", text, glyphs: numbers, missing });
    }
  }
  return texts;
}
