import { readFile } from "node:fs/promises";
import path from "node:path";
import { monthName } from "@/components/lists/month-names";
import { formatCount } from "@/components/ui/count";
import { LEDGER_KIND_TITLES } from "@/components/words/ledger-kinds";
import {
  chargeWords,
  STATEMENT_LINE_WORDS,
  statementNotes,
  statementPeriod,
  TAX_INVOICE_WORDS,
} from "@/components/words/statement-words";
import type { Statement } from "@/lib/contracts/members/billing";
import { formatMoney } from "@/lib/money";

type Sheet = PDFKit.PDFDocument;
/** A column is as wide as what is in it, and the wide one of a table as what the others leave. */
type Column = { title: string; isWide?: boolean; isNumber?: boolean };
type Row = { cells: readonly string[]; isBold?: boolean; color?: string };

// A4 in points.
const MARGIN = 50;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
const GAP = 6;
const NARROWEST = 70;

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
    ...{ size: "A4", margin: MARGIN, lang: "en-NZ", displayTitle: true, bufferPages: true },
    // Without it the standard font is looked for, which is not used here.
    font: null as unknown as string,
    info: { Title: titleOf(statement) },
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
  numberPages(sheet, titleOf(statement));
  sheet.end();
  return ended;
}

const titleOf = ({ month }: Statement) => `Statement, ${monthName(month)}`;

function drawHead(sheet: Sheet, statement: Statement): void {
  const { month, supplier, account, isTaxInvoice } = statement;
  drawText(sheet, supplier?.name ?? "Messaging Gateway", { isBold: true, size: 11 });
  for (const line of supplier?.address ?? []) drawText(sheet, line, { color: MUTED });
  if (supplier?.gstNumber) drawText(sheet, `GST number ${supplier.gstNumber}`, { color: MUTED });
  sheet.moveDown(1);
  drawText(sheet, titleOf(statement), { isBold: true, size: 18 });
  if (isTaxInvoice) drawText(sheet, TAX_INVOICE_WORDS);
  drawText(sheet, statementPeriod(month), { color: MUTED });
  sheet.moveDown(1);
  drawText(sheet, "To", { color: MUTED });
  drawText(sheet, account.name, { isBold: true });
  drawText(sheet, account.email, { color: MUTED });
  drawText(sheet, `Account number: ${account.id}`);
}

function drawBalances(sheet: Sheet, { isOpen, opening, closing, lines }: Statement): void {
  drawTable(
    sheet,
    [
      { title: "Balance", isWide: true },
      { title: "Quantity", isNumber: true },
      { title: "Incl. GST", isNumber: true },
      { title: "NZ$", isNumber: true },
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
      { title: "Charges", isWide: true },
      { title: "Quantity", isNumber: true },
      { title: "Excl. GST", isNumber: true },
      { title: "GST", isNumber: true },
      { title: "Total NZ$", isNumber: true },
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
    drawRest(sheet, "All rate codes are in Billing, and in the month’s ledger as a CSV file.");
}

function drawEntries(sheet: Sheet, { entries, entriesOmitted }: Statement): void {
  if (entries.length === 0) return;
  drawTable(
    sheet,
    [{ title: "Date" }, { title: "Top-ups and adjustments", isWide: true }, { title: "NZ$", isNumber: true }],
    entries.map(({ at, kind, note, amount }) => ({
      cells: [at.slice(0, 10), note ?? LEDGER_KIND_TITLES[kind].title, formatMoney(amount)],
    })),
  );
  if (entriesOmitted > 0)
    drawRest(sheet, `and ${formatCount(entriesOmitted)} more in the month’s ledger as a CSV file.`);
}

/** Where the rest of a table is. */
function drawRest(sheet: Sheet, text: string): void {
  sheet.moveDown(0.5);
  drawText(sheet, text, { color: MUTED });
}

/** A table that goes on under its titles on the next page; a row is never on two. */
function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly Row[]): void {
  sheet.moveDown(1.5);
  const titles = { cells: columns.map(({ title }) => title), color: MUTED };
  const widths = widthsOf(sheet, columns, [titles, ...rows]);
  const table = { columns, widths };
  if (sheet.y + 3 * heightOf(sheet, widths, titles) > BOTTOM) sheet.addPage();
  drawRow(sheet, table, titles);
  for (const row of rows) {
    if (sheet.y + heightOf(sheet, widths, row) > BOTTOM) {
      sheet.addPage();
      drawRow(sheet, table, titles);
    }
    drawRow(sheet, table, row);
  }
}

function drawRow(
  sheet: Sheet,
  { columns, widths }: { columns: readonly Column[]; widths: readonly number[] },
  row: Row,
): void {
  const { cells, isBold = false, color = INK } = row;
  const top = sheet.y;
  const height = heightOf(sheet, widths, row);
  sheet
    .font(isBold ? "bold" : "regular")
    .fontSize(9)
    .fillColor(color);
  let left = MARGIN;
  for (const [index, { isNumber = false }] of columns.entries()) {
    const width = widths[index] ?? 0;
    // Numbers end where their column does, the last ones with the line.
    sheet.text(cells[index] ?? "", isNumber ? left + GAP : left, top + GAP, {
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

/** How wide the columns are, by the wider of the two fonts: a number is never broken. */
function widthsOf(sheet: Sheet, columns: readonly Column[], rows: readonly Row[]): number[] {
  sheet.font("bold").fontSize(9);
  const widths = columns.map(({ isWide = false }, index) => {
    if (isWide) return 0;
    const widest = rows.map(({ cells }) => sheet.widthOfString(cells[index] ?? ""));
    return Math.max(NARROWEST, ...widest.map((width) => width + 3 * GAP));
  });
  const left = WIDTH - widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width) => width || left);
}

/** How high a row's cells are as they wrap, by the wider of the two fonts. */
function heightOf(sheet: Sheet, widths: readonly number[], { cells }: Row): number {
  sheet.font("bold").fontSize(9);
  const heights = widths.map((width, index) =>
    sheet.heightOfString(cells[index] || " ", { width: width - GAP }),
  );
  return Math.max(...heights) + 2 * GAP;
}

/** Says on each page of several which one of how many it is. */
function numberPages(sheet: Sheet, title: string): void {
  const { count } = sheet.bufferedPageRange();
  for (let page = 0; page < count && count > 1; page++) {
    sheet.switchToPage(page);
    // In the margin, where a text would begin another page.
    sheet.page.margins.bottom = 0;
    sheet.y = BOTTOM + 2 * GAP;
    drawText(sheet, `${title}, page ${page + 1} of ${count}`, { color: MUTED, size: 8 });
  }
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
