import { readFile } from "node:fs/promises";
import path from "node:path";
import { monthName } from "@/components/lists/month-names";
import { formatCount } from "@/components/ui/count";
import { formatMoney } from "@/components/ui/format-money";
import { LEDGER_KIND_TITLES } from "@/components/words/ledger-kinds";
import {
  chargeWords,
  STATEMENT_LINE_WORDS,
  statementNotes,
  statementPeriod,
  TAX_INVOICE_WORDS,
} from "@/components/words/statement-words";
import type { Statement } from "@/lib/contracts/members/billing";

type Sheet = PDFKit.PDFDocument;
type Column = { title: string; width: number; isNumber?: boolean };

// A4 in points.
const MARGIN = 50;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const GAP = 6;

const INK = "#111111";
const MUTED = "#555555";
const LINE = "#bbbbbb";

/** The font of the pages, in a form that a PDF can have a part of. It has macrons, which a PDF's own fonts have not. */
const fontFile = (weight: string) =>
  readFile(/* turbopackIgnore: true */ path.join(process.cwd(), "app", "fonts", `geist-${weight}.ttf`));

/**
 * A statement as a PDF: the same words and figures as on its page (rules: statements). As long as the statement at
 * most, and that is bounded.
 */
export async function drawStatement(statement: Statement): Promise<Buffer> {
  // Nothing else draws PDFs: whoever asks for none loads nothing of it.
  const [{ default: PDFDocument }, regular, bold] = await Promise.all([
    import("pdfkit"),
    fontFile("regular"),
    fontFile("semibold"),
  ]);
  const sheet = new PDFDocument({
    ...{ size: "A4", margin: MARGIN, lang: "en-NZ", displayTitle: true },
    // Without it the standard font is looked for, which is not used here.
    font: null as unknown as string,
    info: { Title: `Statement, ${monthName(statement.month)}` },
  });
  sheet.registerFont("regular", regular);
  sheet.registerFont("bold", bold);
  const pieces: Buffer[] = [];
  const ended = new Promise<Buffer>((resolve, reject) => {
    sheet.on("data", (piece: Buffer) => pieces.push(piece));
    sheet.on("end", () => resolve(Buffer.concat(pieces)));
    sheet.on("error", reject);
  });
  drawHead(sheet, statement);
  drawBalances(sheet, statement);
  drawCharges(sheet, statement);
  drawEntries(sheet, statement);
  sheet.moveDown(1.5);
  drawText(sheet, statementNotes(statement), { color: MUTED, size: 8 });
  sheet.end();
  return ended;
}

function drawHead(sheet: Sheet, { month, supplier, account, isTaxInvoice }: Statement): void {
  drawText(sheet, supplier?.name ?? "Messaging Gateway", { isBold: true, size: 11 });
  for (const line of supplier?.address ?? []) drawText(sheet, line, { color: MUTED });
  if (supplier?.gstNumber) drawText(sheet, `GST number ${supplier.gstNumber}`, { color: MUTED });
  sheet.moveDown(1);
  drawText(sheet, `Statement, ${monthName(month)}`, { isBold: true, size: 18 });
  if (isTaxInvoice) drawText(sheet, TAX_INVOICE_WORDS);
  drawText(sheet, statementPeriod(month), { color: MUTED });
  sheet.moveDown(1);
  drawText(sheet, "To", { color: MUTED });
  drawText(sheet, account.name, { isBold: true });
  drawText(sheet, account.email, { color: MUTED });
}

function drawBalances(sheet: Sheet, { isOpen, opening, closing, lines }: Statement): void {
  drawTable(
    sheet,
    [
      { title: "Balance", width: 245 },
      { title: "Quantity", width: 80, isNumber: true },
      { title: "Incl. GST", width: 80, isNumber: true },
      { title: "NZ$", width: 90, isNumber: true },
    ],
    [
      { cells: ["Opening balance", "", "", formatMoney(opening)], isBold: true },
      ...lines.map(({ kind, count, amount, gst }) => ({
        cells: [
          STATEMENT_LINE_WORDS[kind],
          formatCount(count),
          kind === "topup" ? "–" : formatMoney(gst),
          formatMoney(amount),
        ],
      })),
      {
        cells: [isOpen ? "Balance so far" : "Closing balance", "", "", formatMoney(closing)],
        isBold: true,
      },
    ],
  );
}

function drawCharges(sheet: Sheet, { charges, chargeTotals, chargesOmitted }: Statement): void {
  if (charges.length === 0) return;
  drawTable(
    sheet,
    [
      { title: "Charges", width: 205 },
      { title: "Quantity", width: 65, isNumber: true },
      { title: "Excl. GST", width: 75, isNumber: true },
      { title: "GST", width: 70, isNumber: true },
      { title: "Total NZ$", width: 80, isNumber: true },
    ],
    [
      ...charges.map((charge) => ({
        cells: [
          chargeWords(charge, chargesOmitted),
          formatCount(charge.count),
          ...[charge.net, charge.gst, charge.total].map(formatMoney),
        ],
      })),
      {
        cells: ["Total", "", ...[chargeTotals.net, chargeTotals.gst, chargeTotals.total].map(formatMoney)],
        isBold: true,
      },
    ],
  );
  if (chargesOmitted > 0)
    drawText(sheet, "All rate codes are in Billing, and in the month’s ledger as a CSV file.", {
      color: MUTED,
    });
}

function drawEntries(sheet: Sheet, { entries, entriesOmitted }: Statement): void {
  if (entries.length === 0) return;
  drawTable(
    sheet,
    [
      { title: "Date", width: 80 },
      { title: "Top-ups and adjustments", width: 325 },
      { title: "NZ$", width: 90, isNumber: true },
    ],
    entries.map(({ at, kind, note, amount }) => ({
      cells: [at.slice(0, 10), note ?? LEDGER_KIND_TITLES[kind].title, formatMoney(amount)],
    })),
  );
  if (entriesOmitted > 0)
    drawText(sheet, `and ${formatCount(entriesOmitted)} more in the month’s ledger as a CSV file.`, {
      color: MUTED,
    });
}

/** A table that goes on under its titles on the next page; a row is never on two. */
function drawTable(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly { cells: readonly string[]; isBold?: boolean }[],
): void {
  sheet.moveDown(1.5);
  const titles = columns.map(({ title }) => title);
  const titled = () => drawRow(sheet, columns, { cells: titles, color: MUTED });
  if (sheet.y + 3 * heightOf(sheet, columns, titles) > BOTTOM) sheet.addPage();
  titled();
  for (const row of rows) {
    if (sheet.y + heightOf(sheet, columns, row.cells) > BOTTOM) {
      sheet.addPage();
      titled();
    }
    drawRow(sheet, columns, row);
  }
}

function drawRow(
  sheet: Sheet,
  columns: readonly Column[],
  { cells, isBold = false, color = INK }: { cells: readonly string[]; isBold?: boolean; color?: string },
): void {
  const top = sheet.y;
  const height = heightOf(sheet, columns, cells);
  sheet
    .font(isBold ? "bold" : "regular")
    .fontSize(9)
    .fillColor(color);
  let left = MARGIN;
  for (const [index, { width, isNumber }] of columns.entries()) {
    sheet.text(cells[index] ?? "", left, top + GAP, {
      width: width - GAP,
      align: isNumber ? "right" : "left",
    });
    left += width;
  }
  sheet
    .moveTo(MARGIN, top + height)
    .lineTo(MARGIN + WIDTH, top + height)
    .lineWidth(0.5)
    .stroke(LINE);
  sheet.x = MARGIN;
  sheet.y = top + height;
}

/** How high the cells are as they wrap, by the wider of the two fonts. */
function heightOf(sheet: Sheet, columns: readonly Column[], cells: readonly string[]): number {
  sheet.font("bold").fontSize(9);
  const heights = columns.map(({ width }, index) =>
    sheet.heightOfString(cells[index] || " ", { width: width - GAP }),
  );
  return Math.max(...heights) + 2 * GAP;
}

function drawText(
  sheet: Sheet,
  text: string,
  { isBold = false, size = 9, color = INK }: { isBold?: boolean; size?: number; color?: string } = {},
): void {
  sheet
    .font(isBold ? "bold" : "regular")
    .fontSize(size)
    .fillColor(color)
    .text(text, { width: WIDTH });
}
