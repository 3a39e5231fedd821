import fc from "fast-check";
import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import { drawStatement } from "@/app/api/members/billing/statement/pdf/draw-statement";
import { openFaces } from "@/app/api/members/billing/statement/pdf/faces";
import { createTypesetter } from "@/app/api/members/billing/statement/pdf/typesetter";
import type { Statement } from "@/lib/contracts/members/billing";
import { type DrawnText, readPdf } from "@/tests/support/read-pdf";

const NONE = { net: "0.00", gst: "0.00", total: "0.00" };

function statementOf(names: readonly string[]): Statement {
  return {
    month: "2026-10",
    supplier: null,
    isTaxInvoice: false,
    isSupplierAwaited: false,
    account: { id: 1207, name: "Ngā Manu", email: "manu@example.com", hasGst: true },
    madeAt: "2026-11-21 12:00:00",
    isOpen: false,
    opening: "10.00",
    closing: "8.85",
    lines: [],
    charges: [],
    chargeTotals: NONE,
    chargesOmitted: 0,
    entriesOmitted: 0,
    entries: names.map((note, index) => ({
      id: String(index),
      at: "2026-10-01 00:00:00",
      kind: "topup" as const,
      amount: "1.00",
      note,
    })),
  };
}

/** Returns the texts of each name's row, between the date and the amount. */
async function drawn(names: readonly string[]): Promise<DrawnText[][]> {
  const { texts } = readPdf(await drawStatement(statementOf(names)));
  const rows: DrawnText[][] = [];
  let isWithin = false;
  for (const text of texts) {
    const isDate = text.text === "1 Oct 2026";
    if (isDate) rows.push([]);
    else if (isWithin && text.text !== "$1.00") rows.at(-1)?.push(text);
    isWithin = isDate || (isWithin && text.text !== "$1.00");
  }
  return rows;
}

const sorted = (text: string) => [...text].sort().join("");
const GEIST = "Geist-Regular";
const NOTO = "NotoSans-Regular";
const CJK = "DroidSansFallback";

/** Names of people and businesses, the fonts that draw them, and the drawn text if it differs. */
const NAMES: [name: string, fonts: string[], shown?: string][] = [
  ["Ngā Manu Wāhi Tūāpapa", [GEIST]],
  ["Te Rōpū Pūtea ŌĀĒĪŪ", [GEIST]],
  ["O’Connor & Sons – “Quotes” …", [GEIST]],
  ["Zoë Müller-Lüdenscheidt & Søn", [GEIST]],
  ["Żółć Łódź Ğüş Čeština", [GEIST]],
  ["Cafe\u0301 Nga\u0304", [GEIST], "Café Ngā"],
  ["Nguyễn Thị Ánh Tuyết", [GEIST]],
  ["Đặng Hữu Phước", [GEIST]],
  ["Ḥāfiẓ Ṣūfī", [NOTO]],
  ["Αθηνά Παπαδοπούλου", [NOTO]],
  ["Ἀριστοτέλης", [NOTO]],
  ["Анна Кузнецова", [GEIST]],
  ["Ґалаґан Їжак", [GEIST]],
  ["Қазақстан Өнер", [GEIST]],
  ["王小明", [CJK]],
  ["广州市电子有限公司", [CJK]],
  ["陳大文有限公司", [CJK]],
  ["山田太郎", [CJK]],
  ["株式会社サンプル・ひらがな", [CJK]],
  ["김철수 주식회사", [CJK, GEIST]],
  ["가나다".normalize("NFD"), [CJK], "가나다"],
  ["㗎喇茶餐廳", [CJK]],
  ["𠮷野家", ["NotoSansCJKjp-Regular", CJK]],
  ["﨑本 髙橋", [CJK, GEIST]],
  ["ＦＵＬＬ ﾊﾝｶｸ", [CJK, GEIST]],
  ["สมชาย ใจดี", ["NotoSansThai-Regular", GEIST]],
  ["محمد", ["NotoSansArabic-Regular"]],
  ["محمد علي", ["NotoSansArabic-Regular", GEIST], "يلع دمحم"],
  ["دوکان پاکستان", ["NotoSansArabic-Regular", GEIST], "ناتسکاپ ناکود"],
  ["דוד כהן", ["NotoSansHebrew-Regular", GEIST], "ןהכ דוד"],
  ["חברה (2024)", ["NotoSansHebrew-Regular", GEIST], "(2024) הרבח"],
  ["Cohen דוד כהן Ltd", ["NotoSansHebrew-Regular", GEIST], "Cohen ןהכ דוד Ltd"],
  ["ܐܬܘܪ", ["NotoSansSyriac-Regular"]],
  ["ދިވެހި", ["NotoSansThaana-Regular"]],
  ["हिन्दी क्षेत्र", ["NotoSansDevanagari-Regular", GEIST]],
  ["বাংলা ক্ষেত্র", ["NotoSansBengali-Regular", GEIST]],
  ["ਪੰਜਾਬੀ ਸਿੰਘ", ["NotoSansGurmukhi-Regular", GEIST]],
  ["ગુજરાતી શ્રી", ["NotoSansGujarati-Regular", GEIST]],
  ["ଓଡ଼ିଆ", ["NotoSansOriya-Regular"]],
  ["தமிழ் செல்வி", ["NotoSansTamil-Regular", GEIST]],
  ["తెలుగు శ్రీనివాస్", ["NotoSansTelugu-Regular", GEIST]],
  ["ಕನ್ನಡ", ["NotoSansKannada-Regular"]],
  ["മലയാളം", ["NotoSansMalayalam-Regular"]],
  ["සිංහල ලංකා", ["NotoSansSinhala-Regular", GEIST]],
  ["ភាសាខ្មែរ", ["NotoSansKhmer-Regular"]],
  ["မြန်မာဘာသာ", ["NotoSansMyanmar-Regular"]],
  ["ລາວ ບໍ່", ["NotoSansLao-Regular", GEIST]],
  ["ქართული", ["NotoSansGeorgian-Regular"]],
  ["Հայերեն", ["NotoSansArmenian-Regular"]],
  ["አማርኛ", ["NotoSansEthiopic-Regular"]],
  ["Party 🎉 Co", [GEIST, "NotoEmoji-Regular"]],
  ["👩‍👩‍👧🇳🇿❤️👍🏽", ["NotoEmoji-Regular"], "👩‍👩‍👧🇳🇿❤️👍"],
  ["★ Stars ✓", [GEIST, "NotoSansSymbols2-Regular"]],
  ["₹ € £ ¥ ₪ ₩", [GEIST, NOTO]],
  ["A → B ≥ C", [GEIST]],
  ["𝓙𝓸𝓱𝓷", [GEIST], "John"],
  ["𒀀𒁀 Ur", [GEIST], "?? Ur"],
  ["\ue000 Private", [GEIST], "? Private"],
  ["a\u202eevil\u202c b", [GEIST], "aevil b"],
  ["soft\u00adhyphen zero\u200bwidth", [GEIST], "softhyphen zerowidth"],
  ["tab\tand\u0007bell", [GEIST], "tab and bell"],
  ["lone \ud83d half", [GEIST, NOTO], "lone \ufffd half"],
  ["Z\u0337\u0321\u0322\u0353\u035b", [NOTO], "Z\u0337\u0321\u0322"],
  ["王小明 Ngā Αθηνά 🎉", [CJK, GEIST, NOTO, "NotoEmoji-Regular"]],
];

const rows = await drawn(NAMES.map(([name]) => name));

test.each(NAMES.map(([name, fonts, shown], index) => ({ name, fonts, shown, row: rows[index] ?? [] })))(
  "draws $name without a box",
  ({ name, fonts, shown, row }) => {
    expect(row.map(({ missing }) => missing)).toEqual(row.map(() => 0));
    expect([...new Set(row.map(({ font }) => font))].sort()).toEqual([...fonts].sort());
    const text = row.map((part) => part.text).join("");
    if (shown !== undefined) expect(text).toBe(shown);
    // Some scripts put a vowel before the letter that it follows.
    else expect(sorted(text)).toBe(sorted(name.normalize("NFC")));
  },
);

test("Arabic letters have the forms of their places", async () => {
  const [joined = [], single = []] = await drawn(["ببب", "ب"]);
  expect(new Set([...joined, ...single].flatMap(({ glyphs }) => glyphs)).size).toBe(4);
});

test("a name begins in its column, for any direction of its letters", () => {
  const lefts = rows.map(([first]) => first?.x ?? 0);
  // A font may place a mark a little beside its letter.
  expect(Math.max(...lefts) - Math.min(...lefts)).toBeLessThan(9);
});

test.each([
  ["W".repeat(300)],
  ["中".repeat(300)],
  ["สวัสดีครับผม".repeat(30)],
  ["إلى من يهمه الأمر ".repeat(30)],
  ["शुभ यात्रा ".repeat(40)],
  ["👩‍👩‍👧".repeat(80)],
  [`${"a".repeat(100)} ${"b ".repeat(200)}`],
  [`${"long.name".repeat(20)}@example.com`],
  ["x\u0301\u0302\u0303\u0304".repeat(300)],
])("a long name is broken within its margins: %#", async (name) => {
  const sheet = new PDFDocument({ font: null as unknown as string });
  const type = createTypesetter(sheet, await openFaces(sheet, name));
  for (const width of [60, 300]) {
    const lines = type.lines(name, {}, width);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(width);
  }
});

test("lines end at the places that readers expect", async () => {
  const sheet = new PDFDocument({ font: null as unknown as string });
  const texts = ["「山田」、太郎。（株）", "Kia ora, e hoa (ma)!", "a-b c/d"];
  const type = createTypesetter(sheet, await openFaces(sheet, texts.join("")));
  const linesOf = (text: string, width: number) =>
    type.lines(text, {}, width).map(({ runs }) => runs.map(({ drawn: piece }) => piece).join(""));
  for (const line of linesOf(texts[0] ?? "", 50)) {
    expect(line).not.toMatch(/^[」、。）]/u);
    expect(line).not.toMatch(/[「（]$/u);
  }
  expect(linesOf(texts[1] ?? "", 45)).toEqual(["Kia ora, e", "hoa (ma)!"]);
  expect(linesOf("one\ntwo\r\nthree", 300)).toEqual(["one", "two", "three"]);
});

test("any text is drawn without a missing glyph", async () => {
  const texts = fc.sample(fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }), {
    numRuns: 150,
    seed: 7,
  });
  const hostile = fc.sample(fc.string({ unit: "binary", minLength: 1, maxLength: 30 }), {
    numRuns: 150,
    seed: 7,
  });
  for (const part of [texts, hostile]) {
    const { texts: all, pages } = readPdf(await drawStatement(statementOf(part)));
    expect(pages).toBeGreaterThan(3);
    expect(all.filter(({ missing }) => missing > 0)).toEqual([]);
  }
});

test("a document opens only the fonts of its texts", async () => {
  const fontsOf = async (name: string) =>
    new Set(readPdf(await drawStatement(statementOf([name]))).texts.map(({ font }) => font));
  expect(await fontsOf("Ngā Manu")).toEqual(new Set(["Geist-SemiBold", GEIST]));
  const small = await drawStatement(statementOf(["Ngā Manu"]));
  const chinese = await drawStatement(statementOf(["王小明"]));
  expect(small.length).toBeLessThan(40_000);
  expect(chinese.length - small.length).toBeLessThan(20_000);
});
